/** What the settings say of money. */
export const spendingWords = {
  currency: 'Currency',
  currencyAbout: (name: string) => `${name}: costs are shown and caps are given in it. Prices are known in US dollars.`,
  currencyUnknown: 'Enter the three letters of a currency, like EUR.',
  rate: (currency: string) => `One US dollar in ${currency}`,
  rateAbout: 'No service is asked for it: costs are converted at the rate that you give here, and marked “≈”.',
  rateMissing: (currency: string, before: string) =>
    `Enter the rate. Until then amounts are in ${before}, not ${currency}.`,
  turnCap: (currency: string) => `Cap on a turn, ${currency}`,
  turnCapAbout: 'A turn that has cost this much makes no further request, and offers to go on. Empty for no cap.',
  sessionCap: (currency: string) => `Cap on a session, ${currency}`,
  sessionCapAbout: 'The same for all turns of a session together. Going on allows as much again. Empty for no cap.',
  limits:
    'A cap is looked at before each request: one that is under way is not cut, so the last may go past it. Where the price of a model is not known no cap can hold; the usage of the session then says how many requests are not counted.',
  wrong: 'Enter a plain number above 0, like 0.5.',
} as const
