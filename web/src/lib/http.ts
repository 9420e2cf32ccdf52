// The HTTP half of the protocol.
import type { Games, GoneLine, MadeTable, NewTable, Rule, SeatWish, StatusLine } from './protocol';
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

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, headers: { accept: 'application/json' } };
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
  import: (journal: string, seats?: Record<Side, SeatWish>) =>
    call<MadeTable>('POST', '/api/tables/import', seats ? { journal, seats } : { journal }),
  open: (key: string) => call<StatusLine>('POST', `/api/seats/${part(key)}/open`),
  invite: (key: string, side: Side) => call<{ invite: string }>('POST', `/api/seats/${part(key)}/invite`, { side }),
  status: async (keys: string[]) => {
    const lines: (StatusLine | GoneLine)[] = [];
    for (let i = 0; i < keys.length; i += 100) {
      const { list } = await call<{ list: (StatusLine | GoneLine)[] }>('POST', '/api/status', { keys: keys.slice(i, i + 100) });
      lines.push(...list);
    }
    return lines;
  },
  remove: (key: string) => call<void>('DELETE', `/api/seats/${part(key)}`),
  journal: async (key: string): Promise<{ name: string; text: string }> => {
    const response = await fetch(`/api/seats/${part(key)}/journal`);
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
