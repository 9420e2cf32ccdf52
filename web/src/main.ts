import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './lib/settings.svelte';
import './styles/base.css';
import './styles/map.css';

const target = document.getElementById('app');
if (!target) throw new Error('the page has no place for the table');

// Before anything is drawn: nobody sees the light page flash by who asked for the dark one.
settings.apply();

export default mount(App, { target });
