/** The grey of `--muted` as it is written first: below 4.5 to 1 on purpose, so that the page's own check finds it. */
export const FAINT = '#8b919a'
/** What it is corrected to: about 5.6 to 1 on the paper and the card. */
export const READABLE = '#5b636e'

/** `style.css` of the page, with the faint grey. */
export const STYLE_CSS = String.raw`:root {
  --paper: #f6f5f2;
  --card: #ffffff;
  --ink: #1d2126;
  --muted: ${FAINT};
  --line: #e2e0da;
  --accent: #2f5bd8;
  --good: #1b7a4b;
  --bad: #b3372f;
}

* {
  box-sizing: border-box;
}

body {
  margin: 0;
  min-height: 100vh;
  display: grid;
  place-items: center;
  padding: 2rem 1rem;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif;
}

main {
  width: min(34rem, 100%);
  display: grid;
  gap: 1rem;
}

h1 {
  margin: 0;
  font-size: 2.25rem;
  letter-spacing: -0.03em;
}

header p,
footer {
  margin: 0;
  color: var(--muted);
}

footer {
  font-size: 0.8125rem;
  text-align: center;
}

.card {
  padding: 1.25rem;
  border: 1px solid var(--line);
  border-radius: 1rem;
  background: var(--card);
}

.controls {
  display: grid;
  grid-template-columns: 1fr auto 1fr;
  gap: 1rem;
  align-items: end;
}

label {
  display: grid;
  gap: 0.375rem;
  min-width: 0;
  font-size: 0.8125rem;
  font-weight: 600;
}

.field {
  display: flex;
  gap: 0.5rem;
  padding: 0.25rem;
  border: 1px solid var(--line);
  border-radius: 0.625rem;
}

.field:focus-within {
  border-color: var(--accent);
}

input[type='color'] {
  flex: none;
  width: 2.25rem;
  height: 2.25rem;
  padding: 0;
  border: 0;
  background: none;
  cursor: pointer;
}

input[type='text'] {
  width: 100%;
  min-width: 0;
  border: 0;
  background: none;
  color: inherit;
  font: 0.9375rem ui-monospace, monospace;
  outline: none;
}

button {
  padding: 0.5rem 0.875rem;
  border: 1px solid var(--line);
  border-radius: 0.625rem;
  background: var(--card);
  color: var(--accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}

button:hover,
button:focus-visible {
  border-color: var(--accent);
}

#swap {
  height: 2.875rem;
}

.sample {
  padding: 2rem 1.25rem;
  transition: background-color 0.2s, color 0.2s;
}

.sample h2 {
  margin: 0 0 0.25rem;
  font-size: 1.75rem;
  letter-spacing: -0.02em;
}

.sample p {
  margin: 0 0 0.75rem;
}

.verdict {
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 0.75rem 1.5rem;
  align-items: center;
}

.ratio {
  margin: 0;
  display: grid;
  line-height: 1;
}

.ratio output {
  font-size: 3.25rem;
  font-weight: 700;
  letter-spacing: -0.04em;
  font-variant-numeric: tabular-nums;
}

.ratio span {
  color: var(--muted);
}

ul {
  margin: 0;
  padding: 0;
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 0.25rem 1rem;
  list-style: none;
  font-size: 0.9375rem;
}

li::before {
  content: '✗ ';
  color: var(--bad);
  font-weight: 700;
}

li.pass::before {
  content: '✓ ';
  color: var(--good);
}

.hint {
  grid-column: 1 / -1;
  min-height: 2.625rem;
  margin: 0;
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 0.75rem;
  align-items: center;
  color: var(--muted);
}

@media (max-width: 26rem) {
  .controls {
    grid-template-columns: 1fr;
  }
}
`
