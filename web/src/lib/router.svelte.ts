// Where the page is. Everything is behind `#`, so keys never reach a server's log.

export type Route =
  | { page: 'lobby' }
  | { page: 'table'; key: string; replay: number | null; guide: boolean; invite: boolean }
  | { page: 'rules'; game: string; rule: string };

export function parse(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const parts = path.split('/').map(decodeURIComponent);
  const params = new URLSearchParams(query);
  if (parts[0] === 't' && parts[1]) {
    const at = params.get('at');
    return {
      page: 'table',
      key: parts[1],
      replay: at === null ? null : Number(at) || 0,
      guide: params.has('guide'),
      invite: params.has('invite'),
    };
  }
  if (parts[0] === 'rules' && parts[1]) return { page: 'rules', game: parts[1], rule: parts[2] ?? '' };
  return { page: 'lobby' };
}

export const tableHash = (key: string): string => `#/t/${encodeURIComponent(key)}`;
export const tableLink = (key: string): string => `${location.origin}/${tableHash(key)}`;

class Router {
  route = $state<Route>(parse(location.hash));

  constructor() {
    addEventListener('hashchange', () => (this.route = parse(location.hash)));
  }

  go(hash: string): void {
    location.hash = hash;
  }

  /** Changes the address without a new entry in the history. */
  replace(hash: string): void {
    history.replaceState(null, '', hash);
    this.route = parse(hash);
  }
}

export const router = new Router();
