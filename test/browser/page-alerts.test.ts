import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { SCOPES, type Scope } from '../../src/contract/scopes.ts';
import { Operator } from '../support/operator.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';
import { expectAccessibleInBoth, LIVE, overflowOf, PATIENCE_MS, usePages } from './page-support.ts';

const SMALL_PHONE = { width: 375, height: 812 };
/** A slot takes half a second. */
const WORLD = ['--no-demo', '--public-page', '--speed', '60', '--fault-rate', '0'];
const MARKUP = '<img src=x onerror="document.title = 1">';

const receiver = new WebhookReceiver();
const pages = usePages({ argv: WORLD, webhooks: receiver });

/** The view as a client with these scopes sees it. The view's own interval is off: what changes by itself comes by the websocket. */
async function signedIn(scopes: readonly Scope[]): Promise<Page> {
  const { client, secret } = await new Operator(pages.service.folder).addClient(scopes);
  const page = await pages.open('#/alerts', { viewport: SMALL_PHONE });
  // A visitor of the public page.
  await page.getByText('Sign in to see this view.').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.evaluate(`{
    const given = window.setInterval;
    window.setInterval = (run, ms) => (ms === 10_000 ? 0 : given(run, ms));
  }`);
  await page.getByLabel('Client id').fill(client.id);
  await page.getByLabel('Client secret').fill(secret);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor();
  return page;
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent');
const alertPane = (page: Page) => page.getByRole('region', { name: 'Your alerts' });
const endpointPane = (page: Page) => page.getByRole('region', { name: 'Endpoints' });

async function expectFits(page: Page): Promise<void> {
  await expectAccessibleInBoth(page);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
}

test('a client creates, changes, silences and deletes an alert', { timeout: 2 * PATIENCE_MS }, async () => {
  const page = await signedIn(SCOPES);
  const pane = alertPane(page);
  await page.locator(LIVE).waitFor();
  await pane.getByText('No alerts yet.').waitFor();

  await pane.getByRole('button', { name: 'New alert' }).click();
  await pane.getByLabel('Index').fill('BTC');
  await pane.getByLabel('Price').fill('many');
  await pane.getByLabel('Cool-down').fill('30');
  await page.keyboard.press('Enter');
  await pane.getByText('must be a time with its unit').waitFor();
  await pane.getByLabel('Cool-down').fill('30 min');
  await page.keyboard.press('Enter');
  await pane.getByText('must be a string with a positive decimal').waitFor();
  expect(await pane.getByLabel('Price').getAttribute('aria-invalid')).toBe('true');
  expect(await page.evaluate('document.activeElement.name')).toBe('threshold');
  await expectFits(page);
  await pane.getByLabel('Price').fill('1');
  await page.keyboard.press('Enter');

  const row = pane.getByRole('listitem').filter({ hasText: 'BTC above' });
  await row.getByText('BTC above 1 USD').waitFor();
  await row.getByText('cool-down 30 min').waitFor();
  await row.getByText('Firing').waitFor();
  await row.getByText(/^Firing since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/).waitFor();

  await row.getByRole('button', { name: 'Edit: ' }).click();
  await row.getByLabel('Price').fill('999999999.5');
  await row.getByLabel('Name').fill(MARKUP);
  await row.getByRole('button', { name: 'Save' }).click();
  const named = pane.getByRole('listitem').filter({ hasText: MARKUP });
  await named.getByText('BTC above 999,999,999.5 USD').waitFor();
  await named.getByText('Waiting').waitFor();
  expect(await named.locator('img').count()).toBe(0);
  await expect.poll(() => focused(page)).toContain('Changed: ');

  await named.getByRole('button', { name: 'Silence 1 h' }).click();
  await named.getByText('Silenced', { exact: true }).waitFor();
  await named.getByRole('button', { name: 'End silence' }).click();
  await named.getByText('Waiting').waitFor();
  await named.getByRole('button', { name: 'Disable' }).click();
  await named.getByText('Disabled', { exact: true }).waitFor();
  await named.getByRole('button', { name: 'Enable' }).click();
  await named.getByText('Waiting').waitFor();
  await expectFits(page);

  const remove = named.getByRole('button', { name: 'Delete' });
  await remove.click();
  await page.getByRole('dialog', { name: 'Delete this alert?' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await named.count()).toBe(1);
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await pane.getByText('No alerts yet.').waitFor();
  await expect.poll(() => focused(page)).toBe(`Deleted: ${MARKUP}`);
});

test(
  'an endpoint shows its secret once, is tested, and its deliveries are listed',
  async () => {
    const page = await signedIn(SCOPES);
    const pane = endpointPane(page);
    await pane.getByRole('button', { name: 'Add an endpoint' }).click();
    await pane.getByLabel('URL').fill('http://hooks.example.com/in');
    await page.keyboard.press('Enter');
    await pane.getByText('must begin with https://').waitFor();
    await pane.getByLabel('URL').fill('https://hooks.example.com/in');
    await page.keyboard.press('Enter');
    const secret = pane.getByRole('group', { name: 'Secret' });
    await secret.getByText(/^whsec_/).waitFor();
    await secret.getByRole('button', { name: 'Copy the secret' }).waitFor();
    await expectFits(page);
    await secret.getByRole('button', { name: 'Done' }).click();
    expect(await page.content()).not.toContain('whsec_');

    const row = pane.getByRole('listitem');
    await row.getByRole('button', { name: 'Test' }).click();
    await row.getByText('Test delivered: the receiver answered 204').waitFor();
    receiver.answer = { status: 410 };
    await row.getByRole('button', { name: 'Test' }).click();
    await row.getByText('Test not delivered: the receiver answered 410').waitFor();
    await row.getByText('Disabled', { exact: true }).waitFor();
    receiver.answer = { status: 204 };
    await row.getByRole('button', { name: 'Test' }).click();
    await row.getByText('Active', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await secret.getByText(/^whsec_/).waitFor();
    await row.getByText('also signed with the previous secret until').waitFor();

    const alerts = alertPane(page);
    await alerts.getByRole('button', { name: 'New alert' }).click();
    await alerts.getByLabel('Index').fill('BTC');
    await alerts.getByLabel('Price').fill('1');
    await alerts.getByLabel('https://hooks.example.com/in').check();
    await page.keyboard.press('Enter');
    await alerts.getByText(/^fired .* UTC: delivered$/).waitFor();

    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await pane.getByText('No endpoints.').waitFor();
  },
  PATIENCE_MS,
);

test(
  'alerts about the service are for operators, and only what a client may do is offered',
  async () => {
    const typesOf = async (page: Page) => {
      await alertPane(page).getByRole('button', { name: 'New alert' }).click();
      return alertPane(page).getByLabel('Fires when').locator('option').allTextContents();
    };
    const operator = await typesOf(await signedIn(SCOPES));
    expect(operator).toEqual(expect.arrayContaining(['Ticks are missing', 'Stored data is damaged']));
    const user = await typesOf(await signedIn(['read:index-ticker', 'read:alerts', 'write:alerts']));
    expect(user).toHaveLength(operator.length - 2);

    const reader = await signedIn(['read:index-ticker', 'read:alerts']);
    await alertPane(reader).getByText('No alerts yet.').waitFor();
    expect(await reader.getByRole('button', { name: /New alert|Add an endpoint/ }).count()).toBe(0);

    const other = await signedIn(['read:index-ticker']);
    await other.getByText('This client has no access to alerts.').waitFor();
    await other.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await other.getByLabel('Client secret').waitFor();
  },
  PATIENCE_MS,
);
