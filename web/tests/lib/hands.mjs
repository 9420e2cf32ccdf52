// Two pairs of hands that can take any offer: one with the mouse, one with keys alone. They know no game either.

import { PATIENCE } from './browser.mjs';

const placeOf = (view, id) => {
  const at = (c) => view.counters.find((x) => x.id === c)?.at ?? '';
  const place = at(id);
  return view.counters.some((c) => c.id === place) ? at(place) : place;
};

/** Does the offer lead its counter away from where it stands? */
export const away = (view, offer) => offer.space !== undefined && offer.space !== placeOf(view, offer.counter);

/** Waits until the page shows the last state that has arrived, even if another arrives meanwhile. */
export async function shown(person) {
  const table = person.page.locator('[data-n]');
  const [fought, begun] = [person.page.getByTestId('battle-close'), Date.now()];
  while (person.last === null || (await table.getAttribute('data-n', { timeout: PATIENCE })) !== String(person.last.n)) {
    // Nothing plays on behind the result of a battle: it has been read by now.
    if (Date.now() > begun + 1500 && (await fought.isVisible())) await fought.click({ timeout: 1000 }).catch(() => undefined);
    if (Date.now() > begun + PATIENCE) throw new Error(`the page does not show action ${person.last?.n}; ${person.where}`);
    await person.breath();
  }
}

/** Is this counter one that a click only takes up, so that a place has to follow? */
function onlyPlaces(view, counter) {
  const own = view.offers.list.filter((o) => o.counter === counter);
  return own.every((o) => away(view, o)) && (own.length > 1 || own.some((o) => o.kind === 'move'));
}

/** A small step of a march or an attack: on the map one goes by goals and plans, so what has to be just this step is taken from the list. */
const isStep = (view, offer) =>
  (offer.kind === 'attack' && offer.space !== undefined && offer.counter === undefined && !offer.preview && !offer.battle) ||
  (offer.kind === 'select' && offer.all !== true && offer.counter !== undefined && !away(view, offer)) ||
  // A click on a counter that could march or fight does not do what else can be done with it.
  (offer.kind === 'other' && offer.counter !== undefined && view.offers.list.some((o) => ['select', 'move', 'attack'].includes(o.kind))) ||
  (['move', 'attack'].includes(offer.kind) && view.counters.some((c) => c.flags?.includes('on-march')));

/** '3 Rifle Division' is not '13 Rifle Division'. */
const begins = (label) => new RegExp(`(?<!\\w)${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);

class Hands {
  constructor(person) {
    this.person = person;
    this.page = person.page;
  }

  async take(offer) {
    await shown(this.person);
    await this.closeBattle();
    await this.putAway();
    const { view } = this.person;
    const n = this.person.last.n;
    const heard = this.person.heard.length;
    if (offer.counter === undefined && offer.space === undefined) await this.button(offer);
    else if (isStep(view, offer)) await this.fromList(offer);
    else if (offer.counter !== undefined && (await this.pick({ counter: offer.counter }, placeOf(view, offer.counter)))) {
      if (onlyPlaces(view, offer.counter)) await this.pick({ space: offer.space }, offer.space);
    } else if (offer.counter !== undefined || !(await this.pick({ space: offer.space }, offer.space))) await this.fromList(offer);
    await this.settle(offer, n);
    // A battle that has been fought is shown; one that still has questions is not.
    const fought = this.person.heard.slice(heard).some((m) => (m.events ?? []).some((e) => e.kind === 'battle'));
    // At a hot seat the curtain may fall over it.
    if (fought && offer.preview)
      await this.page
        .getByTestId('battle-close')
        .or(this.page.getByTestId('result-card'))
        .or(this.page.getByTestId('curtain'))
        .first()
        .waitFor({ timeout: PATIENCE });
    await this.closeBattle();
  }

  /** The card beside the map with the result of a battle is put away, too. */
  tidy = true;

  /** Goes on from a battle that is shown. */
  async closeBattle() {
    const goOn = this.page.getByTestId('battle-close');
    if (await goOn.isVisible()) await this.press(goOn);
    if (this.tidy && (await this.page.getByTestId('result-card').isVisible())) await this.press(this.page.getByTestId('result-close'));
  }

  /** Puts the report of the other side's turn, and the list of what was lost, out of the way. */
  async putAway() {
    for (const id of ['report', 'losses']) if (await this.page.getByTestId(id).isVisible()) await this.page.keyboard.press('Escape');
  }

  /** Presses what the windows ask for after the pick: one of several, the commitment to a battle, the end all the same. */
  async settle(offer, n) {
    const { page, person } = this;
    const choice = page.getByTestId('chooser').getByRole('button', { name: offer.label }).first();
    const waits = [page.getByTestId('commit'), page.getByTestId('end-anyway'), choice];
    const end = Date.now() + PATIENCE;
    while (person.last.n <= n) {
      if (Date.now() > end) {
        if (process.env.KESSEL_SHOTS) await page.screenshot({ path: `${process.env.KESSEL_SHOTS}/not-done-${Date.now()}.png` });
        throw new Error(`${JSON.stringify(offer.action)} was not done; faults: ${person.faults.join(' | ')}`);
      }
      for (const wait of waits) if ((await wait.isVisible()) && person.last.n <= n) await this.press(wait);
      await person.breath();
    }
  }
}

export class Mouse extends Hands {
  press(locator) {
    return locator.click({ timeout: 1500 }).catch(() => undefined);
  }

  async button(offer) {
    // A declaration is chosen in a window.
    if (offer.notes?.length > 0 && !(await this.page.getByRole('dialog').isVisible())) await this.page.getByTestId('declare').click();
    const main = this.page.getByTestId('main').filter({ hasText: offer.label });
    const other = this.page.getByRole('button', { name: offer.label, exact: true }).first();
    await ((await main.isVisible()) ? main : other).click();
  }

  /** A click on the map; a stack is spread out first. False if the space is not on the map. */
  async pick(target, space) {
    const { page } = this;
    const at = await this.sight(space);
    if (!at) return false;
    await page.mouse.move(5, 5);
    await page.mouse.move(at.x, at.y);
    if (target.counter === undefined) {
      await page.mouse.click(at.x, at.y);
      return true;
    }
    const spot = await this.find(target.counter, at);
    if (!spot) return false;
    await page.mouse.click(spot.x, spot.y);
    return true;
  }

  /** Two clicks: a unit, and where it goes. */
  async goes(counter, space) {
    await shown(this.person);
    await this.takeInHand(counter);
    await this.pick({ space }, space);
  }

  /** A click on a unit takes it into the hand; nothing is done yet. */
  async takeInHand(counter) {
    const { n } = this.person.last;
    await this.pick({ counter }, placeOf(this.person.view, counter));
    await this.page.getByTestId('hand').waitFor({ timeout: PATIENCE });
    if (this.person.last.n !== n) throw new Error('looking has done something');
  }

  /** Rests on a goal until the question of the fight there, with its odds, has stood at the pointer long enough to be read; then clicks. */
  async goesIn(space) {
    const at = await this.sight(space);
    await this.page.mouse.move(5, 5);
    await this.page.mouse.move(at.x, at.y);
    await this.page.waitForFunction((id) => document.querySelector('[data-n]').getAttribute('data-asked') === id, space, {
      timeout: PATIENCE,
    });
    await this.page.waitForTimeout(330);
    await this.page.mouse.click(at.x, at.y);
  }

  /** Is the map itself at this point, and nothing that lies over it? */
  visible(at) {
    return this.page.evaluate(({ x, y }) => Boolean(document.elementFromPoint(x, y)?.closest('main.map [role=listbox]')), at);
  }

  /** Where a space is, with the whole map in sight if need be; null if it is nowhere to be seen. */
  async sight(space) {
    const at = await this.whereIs(space);
    if (at && (await this.visible(at))) return at;
    if (!at) return null;
    await this.page.keyboard.press('Home');
    const then = await this.whereIs(space);
    return (await this.visible(then)) ? then : null;
  }

  /** Moves the pointer until it is over the counter: first where the stack lies, then where the fan shows it. */
  async find(counter, at) {
    const { page } = this;
    const over = async ({ x, y }) => {
      await page.mouse.move(x, y);
      return (await page.locator('[data-n]').getAttribute('data-hover')) === counter;
    };
    for (const [dx, dy] of [
      [0, 0],
      [-14, 0],
      [14, 0],
      [0, 12],
      [0, -12],
    ]) {
      const spot = { x: at.x + dx, y: at.y + dy };
      if (await over(spot)) return spot;
      if (dx === 0 && dy === 0) {
        const cell = await this.fanned(counter, at);
        if (cell && (await over(cell))) return cell;
      }
    }
    return null;
  }

  /** Where the fan shows the counter, once it has opened; null if none opens. */
  async fanned(counter, at) {
    for (let i = 0; i < 30; i++) {
      const cell = await this.whereIs(counter);
      if (cell && (Math.abs(cell.x - at.x) > 1 || Math.abs(cell.y - at.y) > 1)) return cell;
      await this.person.breath();
    }
    return null;
  }

  whereIs(id) {
    return this.page.evaluate((what) => document.querySelector('main.map').whereIs?.(what) ?? null, id);
  }

  /** From the list beside the map: for counters that are on no map. */
  async fromList(offer) {
    const { page } = this;
    await page.keyboard.press('Escape');
    await this.putAway();
    const list = page.locator('details.list');
    // The only thing there is to do is the main button, and there is no list.
    if (this.person.offers.length === 1) return this.button(offer);
    if (!(await list.evaluate((d) => d.open))) await list.locator('summary').first().click();
    const search = list.getByRole('searchbox');
    if (this.person.offers.length > 12) await search.waitFor({ timeout: 900 }).catch(() => undefined);
    if (await search.isVisible()) await search.fill(offer.label);
    await list
      .getByRole('button', { name: begins(offer.label) })
      .first()
      .click();
  }
}

export class Keys extends Hands {
  async press(locator) {
    if (await this.reach(locator)) await this.page.keyboard.press('Enter');
  }

  /** Walks with Tab until this has the focus; no focus is ever set by script. */
  async reach(locator, most = 320) {
    for (let i = 0; i < most; i++) {
      const here = await locator.evaluate((e) => e === document.activeElement, null, { timeout: 500 }).catch(() => null);
      if (here === null) return false;
      if (here) return true;
      await this.page.keyboard.press('Tab');
    }
    return false;
  }

  async button(offer) {
    if (offer.notes?.length > 0) {
      await this.page.keyboard.press('e');
      return this.press(this.page.getByRole('dialog').getByRole('button', { name: offer.label, exact: true }));
    }
    if (offer.kind === 'done' && offer.group === '') await this.page.keyboard.press('e');
    else await this.walkTo((text) => text === offer.label);
  }

  /** Tab on the map until the cursor is on the target, then Enter. */
  async pick(target, space) {
    const { page } = this;
    const id = target.counter ?? space;
    for (const step of ['Tab', 'Shift+Tab']) {
      await page.keyboard.press('m');
      for (let i = 0; i < 140; i++) {
        if ((await page.locator('[data-n]').getAttribute('data-hover')) === id) {
          await page.keyboard.press('Enter');
          return true;
        }
        await page.keyboard.press(step);
        if (!(await page.evaluate(() => document.activeElement?.getAttribute('role') === 'listbox'))) break;
      }
    }
    return false;
  }

  /** Walks the page with Tab until the button with this name has the focus, then Enter. */
  async walkTo(fits) {
    const { page } = this;
    await page.keyboard.press('Escape');
    for (let i = 0; i < 260; i++) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
      if (fits(name)) {
        await page.keyboard.press('Enter');
        return;
      }
    }
    throw new Error('Tab never came to the button');
  }

  async fromList(offer) {
    const { page } = this;
    await page.keyboard.press('Escape');
    await this.putAway();
    if (this.person.offers.length === 1) return this.button(offer);
    const list = page.locator('details.list');
    if (!(await list.evaluate((d) => d.open))) await this.press(list.locator('summary').first());
    const search = list.getByRole('searchbox');
    if (this.person.offers.length > 12) await search.waitFor({ timeout: 900 }).catch(() => undefined);
    if ((await search.isVisible()) && (await this.reach(search))) await page.keyboard.type(offer.label);
    const button = list.getByRole('button', { name: begins(offer.label) }).first();
    await button.waitFor({ timeout: PATIENCE });
    await this.press(button);
  }
}
