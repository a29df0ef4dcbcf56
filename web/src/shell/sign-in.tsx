import { useSignal } from '@preact/signals';
import { RateLimitedError, UnauthorizedError } from '@tidemark/sdk';
import type { Identity } from '../data/identity.ts';
import type { Session } from '../data/session.ts';
import { messageOf } from '../format/errors.ts';
import { Brand } from './header.tsx';
import { SourceMark } from './source-mark.tsx';
import './shell.css';

type Way = 'client' | 'token';

/** The sign-in form. No data are shown before sign-in. */
export function SignIn({ session }: { session: Session }) {
  const state = session.state.value;
  const way = useSignal<Way>('client');
  const isBusy = useSignal(false);
  const problem = useSignal(state.kind === 'signedOut' ? state.message : undefined);
  const enter = async (identity: Identity, isKept: boolean) => {
    isBusy.value = true;
    problem.value = undefined;
    try {
      await session.signIn(identity, isKept);
    } catch (error) {
      problem.value = reasonOf(error, way.value);
    } finally {
      isBusy.value = false;
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    void enter(identityIn(form, way.value), form.get('kept') === 'on');
  };
  return (
    <main class="sign-in" id="main">
      <form onSubmit={submit}>
        <div class="brand">
          <Brand />
          Tidemark
          <SourceMark config={session.config} />
        </div>
        <h1>Sign in</h1>
        <div class="choices" role="group" aria-label="How to sign in">
          <button type="button" aria-pressed={way.value === 'client'} onClick={() => (way.value = 'client')}>
            Client
          </button>
          <button type="button" aria-pressed={way.value === 'token'} onClick={() => (way.value = 'token')}>
            Token
          </button>
        </div>
        {way.value === 'client' ? <ClientFields /> : <TokenFields />}
        <label class="check">
          <input type="checkbox" name="kept" />
          Stay signed in until this tab is closed, also while you read the documentation
        </label>
        <p class="problem" role="alert">
          {problem.value}
        </p>
        <button class="button main" disabled={isBusy.value}>
          {isBusy.value ? 'Signing in' : 'Sign in'}
        </button>
        {session.config.publicViews && (
          <button type="button" class="button" onClick={() => void enter({ kind: 'public' }, false)}>
            Continue without signing in
          </button>
        )}
        <p class="quiet">
          What you type is sent only to this service. An operator creates clients with{' '}
          <code>tidemark clients add</code>. <a href={session.docsUrl}>Documentation</a>
        </p>
      </form>
    </main>
  );
}

function ClientFields() {
  return (
    <>
      <label>
        Client id
        <input
          class="field"
          name="clientId"
          autocomplete="username"
          autocapitalize="off"
          spellcheck={false}
          required
        />
      </label>
      <label>
        Client secret
        <input class="field" name="clientSecret" type="password" autocomplete="current-password" required />
      </label>
    </>
  );
}

function TokenFields() {
  return (
    <>
      <label>
        Token for REST
        <input class="field" name="token" type="password" autocomplete="off" required />
      </label>
      <label>
        Token for the stream, if you have one
        <input class="field" name="streamToken" type="password" autocomplete="off" />
      </label>
    </>
  );
}

function identityIn(form: FormData, way: Way): Identity {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  return way === 'client'
    ? { kind: 'client', clientId: text('clientId'), clientSecret: text('clientSecret') }
    : { kind: 'token', token: text('token'), streamToken: text('streamToken') || undefined };
}

function reasonOf(error: unknown, way: Way): string {
  if (error instanceof UnauthorizedError)
    return way === 'client' ? 'The client id or the secret is wrong.' : 'The token was rejected.';
  if (error instanceof RateLimitedError) return 'Too many attempts. Wait a minute, then try again.';
  return `Sign-in failed: ${messageOf(error)}.`;
}
