// The HTTP half of the protocol.
import type { AccountView, Games, GoneLine, MadeTable, NewTable, OpenSeat, Rule, SeatWish, StatusLine } from './protocol';
import type { Sheet, Side } from './wire';

/** A clear 'no' of the server: `kind` for the program, the message for people. */
export class ApiError extends Error {
  constructor(
    readonly kind: string,
    text: string,
    readonly status: number,
  ) {
    super(text);
  }
}

/** A device on which an account is logged in. */
export interface SessionView {
  id: string;
  since: number;
  seen: number;
  device: string | null;
  this: boolean;
}

/** `key`: what opens a seat or an account. It goes in a header: addresses are written down by proxies. */
async function call<T>(method: string, path: string, body?: unknown, key?: string): Promise<T> {
  const init: RequestInit = { method, headers: { accept: 'application/json', ...bearer(key) } };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, 'content-type': 'application/json' };
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError('offline', 'The server does not answer. Is it still running?', 0);
  }
  if (!response.ok) throw await refusal(response);
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}

const bearer = (key?: string): Record<string, string> => (key === undefined ? {} : { authorization: `Bearer ${key}` });

async function refusal(response: Response): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as { error: { kind: string; text: string } };
    return new ApiError(error.kind, error.text, response.status);
  } catch {
    return new ApiError('fault', `The server answered ${response.status}.`, response.status);
  }
}

const part = encodeURIComponent;

export const http = {
  games: () => call<Games>('GET', '/api/games'),
  sheet: (game: string, scenario: string) => call<Sheet>('GET', `/api/games/${part(game)}/${part(scenario)}/sheet`),
  rules: (game: string) => call<Rule[]>('GET', `/api/games/${part(game)}/rules`),
  create: (table: NewTable) => call<MadeTable>('POST', '/api/tables', table),
  import: (journal: string, seats?: Record<Side, SeatWish>, known_dice = false) =>
    call<MadeTable>('POST', '/api/tables/import', seats ? { journal, seats, known_dice } : { journal }),
  open: (key: string, accept = false) => call<StatusLine>('POST', '/api/seat/open', { accept }, key),
  invite: (key: string, side: Side, give = false) => call<{ invite: string }>('POST', '/api/seat/invite', { side, give }, key),
  offer: (key: string, open: boolean) => call<void>('POST', '/api/seat/offer', { open }, key),
  openSeats: async () => (await call<{ list: OpenSeat[] }>('GET', '/api/open')).list,
  takeSeat: (table: string) => call<StatusLine>('POST', '/api/open', { table }),
  register: (name: string, passphrase: string) => call<{ session: string }>('POST', '/api/account', { name, passphrase }),
  login: (name: string, passphrase: string) => call<{ session: string }>('POST', '/api/session', { name, passphrase }),
  logout: (session: string) => call<void>('DELETE', '/api/session', undefined, session),
  sessions: (session: string) => call<{ list: SessionView[] }>('GET', '/api/sessions', undefined, session),
  endSession: (session: string, id: string) => call<void>('DELETE', `/api/sessions/${encodeURIComponent(id)}`, undefined, session),
  endSessions: (session: string) => call<void>('DELETE', '/api/sessions', undefined, session),
  account: (session: string) => call<AccountView>('GET', '/api/account', undefined, session),
  settle: (session: string, what: object) => call<void>('PUT', '/api/account', what, session),
  keepKeys: (session: string, keys: string[]) => call<void>('POST', '/api/account/keep', { keys }, session),
  keyFor: (session: string, table: string) => call<StatusLine>('POST', '/api/account/key', { table }, session),
  status: async (keys: string[]) => {
    const lines: (StatusLine | GoneLine)[] = [];
    for (let i = 0; i < keys.length; i += 100) {
      const { list } = await call<{ list: (StatusLine | GoneLine)[] }>('POST', '/api/status', { keys: keys.slice(i, i + 100) });
      lines.push(...list);
    }
    return lines;
  },
  remove: (key: string) => call<void>('DELETE', '/api/seat', undefined, key),
  journal: async (key: string): Promise<{ name: string; text: string }> => {
    const response = await fetch('/api/seat/journal', { headers: bearer(key) });
    if (!response.ok) throw await refusal(response);
    const name = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    return { name: name ?? 'game.kessel', text: await response.text() };
  },
};

/** Hands a text to the browser as a file to keep. */
export function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
