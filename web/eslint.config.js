// What the page is held to beside the type checker. Layout is prettier's business, types are svelte-check's.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist', 'node_modules', 'src/lib/generated'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    // The compiler of TypeScript knows every name.
    files: ['**/*.ts', '**/*.svelte'],
    rules: { 'no-undef': 'off' },
  },
  {
    // What the games promise beside the words of the wire is read in one place: model/rules.ts.
    files: ['src/**/*.ts', 'src/**/*.svelte'],
    ignores: ['src/model/rules.ts', 'src/lib/patch.ts', 'src/**/*.test.ts', 'src/map/generated.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          ["MemberExpression[property.name='flags']", 'States of counters'],
          ["ObjectPattern > Property[key.name='flags']", 'States of counters'],
          ["MemberExpression[property.name='factors']", 'Factors'],
          ["ObjectPattern > Property[key.name='factors']", 'Factors'],
          ["MemberExpression[property.name='badges']", 'The legend of states'],
          ["MemberExpression[object.name=/^(e|event|turn)$/][property.name='phase']", 'Phases'],
          ["MemberExpression[object.property.name='turn'][property.name='phase']", 'Phases'],
        ].map(([selector, what]) => ({ selector, message: `${what} are read in model/rules.ts.` })),
      ],
    },
  },
  {
    rules: {
      // Maps and sets are made anew and assigned: what changes is the field that holds them.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
);
