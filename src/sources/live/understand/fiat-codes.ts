/**
 * Codes that mean a currency on every exchange. Other codes of ISO 4217 are also tokens (MNT, RON, SOS and more): for
 * those an entry in the operator's file decides, and without one they mean the token.
 */
export const FIAT_CODES: ReadonlySet<string> = new Set(
  'AED ARS AUD BGN BHD BRL CAD CHF CLP COP CZK DKK EUR GBP GEL HKD HUF IDR ILS INR JPY KES KRW KWD KZT MXN MYR NGN NOK NZD PEN PHP PKR PLN QAR RUB SAR SEK SGD THB TRY TWD UAH UGX USD UYU VND ZAR'.split(
    ' ',
  ),
);
