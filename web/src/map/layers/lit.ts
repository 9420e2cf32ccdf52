// Spaces that can be taken, each kind outlined in its own way; and the markers in spaces.
import { isGoal } from '../../lib/reach';
import { inRect, type Place } from '../geometry';
import { paintMarkers } from '../markers';
import { outlineSpace, tintSpace } from '../outlines';
import { goalMark } from '../signs';
import type { MapState } from '../state';
import { MANY } from '../targets';
import { inUnits, type Layer } from './layer';

const nearOf = (state: MapState): ((p: Place) => boolean) => {
  const reach = state.reach();
  return (p) => (p.box ? true : inRect(reach, p.x, p.y));
};

export const lit: Layer = {
  id: 'lit',
  z: 20,
  rate: 'turn',
  paint: (ctx, { state }) => {
    const { targets, plan, palette, pale, layout } = state;
    const near = nearOf(state);
    // A sign in each of very many hexes would hide the map.
    const few = targets.spaces.size <= MANY;
    inUnits(ctx, state, (unit) => {
      for (const [id, target] of targets.spaces) {
        const place = plan.get(id);
        if (!place || !near(place)) continue;
        // Where nearly every hex can be taken, those that would do nothing are only tinted.
        if (pale.has(id)) tintSpace(ctx, plan, palette, place, target.kind);
        else outlineSpace(ctx, plan, palette, place, target.kind, unit, false, few && !layout.at.has(id));
        const goal = target.offers.find(isGoal)?.goal;
        if (goal?.unsupplied || goal?.chance) goalMark(ctx, palette, place, goal.chance ? '?' : '!', unit);
      }
    });
  },
  pick: (state, at) => {
    const place = state.placeAt(at);
    return place && { kind: 'space', id: place.id, at };
  },
};

export const markers: Layer = {
  id: 'markers',
  z: 40,
  rate: 'turn',
  paint: (ctx, { state }) => {
    const near = nearOf(state);
    inUnits(ctx, state, (unit) => {
      for (const { place, markers } of state.markersIn)
        if (near(place)) paintMarkers(ctx, state.plan, state.palette, place, markers, unit, true);
    });
  },
};
