// Who is logged in, in this browser.
import { ApiError, http } from '../lib/http';
import type { AccountView, StatusLine } from '../lib/protocol';
import { list } from '../lib/saved';

const STORE = 'kessel.session';

class AccountModel {
  me = $state.raw<AccountView | null>(null);
  fault = $state('');

  private get session(): string | null {
    return localStorage.getItem(STORE);
  }

  private async guarded<T>(work: (session: string) => Promise<T>): Promise<T | null> {
    const { session } = this;
    if (session === null) return null;
    this.fault = '';
    try {
      return await work(session);
    } catch (e) {
      if (e instanceof ApiError && e.status === 401) {
        localStorage.removeItem(STORE);
        this.me = null;
      } else {
        this.fault = e instanceof Error ? e.message : String(e);
      }
      return null;
    }
  }

  /** Looks who it is, and gives him the games of this browser. */
  async load(): Promise<void> {
    await this.guarded(async (session) => {
      const keys = list().map((s) => s.key);
      for (let i = 0; i < keys.length; i += 100) await http.keepKeys(session, keys.slice(i, i + 100));
      this.me = await http.account(session);
    });
  }

  async enter(how: 'login' | 'register', name: string, passphrase: string): Promise<boolean> {
    this.fault = '';
    try {
      const { session } = await (how === 'login' ? http.login(name, passphrase) : http.register(name, passphrase));
      localStorage.setItem(STORE, session);
      await this.load();
      return true;
    } catch (e) {
      this.fault = e instanceof Error ? e.message : String(e);
      return false;
    }
  }

  async leave(): Promise<void> {
    await this.guarded((session) => http.logout(session));
    localStorage.removeItem(STORE);
    this.me = null;
  }

  /** Here too: the other devices are not asked. */
  async leaveEverywhere(): Promise<void> {
    await this.guarded((session) => http.endSessions(session));
    localStorage.removeItem(STORE);
    this.me = null;
  }

  /** Asks something as whoever is logged in; nothing if nobody is, or it fails, which is said. */
  with<T>(work: (session: string) => Promise<T>): Promise<T | null> {
    return this.guarded(work);
  }

  keyFor(table: string): Promise<StatusLine | null> {
    return this.guarded((session) => http.keyFor(session, table));
  }

  async settle(what: { mail?: string | null; holidays?: [number, number][] }): Promise<void> {
    await this.guarded((session) => http.settle(session, what));
    await this.load();
  }
}

export const account = new AccountModel();
