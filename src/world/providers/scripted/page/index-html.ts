/** `index.html` of the page that "Build a page" writes. It works when it is opened from a folder, with no server. */
export const INDEX_HTML = String.raw`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Contrast</title>
    <link rel="stylesheet" href="style.css">
    <script src="app.js" defer></script>
  </head>
  <body>
    <main>
      <header>
        <h1>Contrast</h1>
        <p>Can people read your text? Pick two colours.</p>
      </header>

      <section class="card controls" aria-label="Colours">
        <label>
          Text
          <span class="field">
            <input type="color" id="text-swatch" aria-label="Text colour">
            <input type="text" id="text-hex" maxlength="7" spellcheck="false" autocomplete="off">
          </span>
        </label>
        <button type="button" id="swap" aria-label="Swap the two colours">⇄</button>
        <label>
          Background
          <span class="field">
            <input type="color" id="back-swatch" aria-label="Background colour">
            <input type="text" id="back-hex" maxlength="7" spellcheck="false" autocomplete="off">
          </span>
        </label>
      </section>

      <section class="card sample" id="sample" aria-label="Sample">
        <h2>The quick brown fox</h2>
        <p>jumps over the lazy dog, and hopes that everyone can read about it.</p>
        <small>Small print deserves readers too.</small>
      </section>

      <section class="card verdict" aria-live="polite">
        <p class="ratio"><output id="ratio">–</output><span>to 1</span></p>
        <ul id="grades"></ul>
        <p class="hint">
          <span id="advice"></span>
          <button type="button" id="fix" hidden></button>
        </p>
      </section>

      <footer>Measured as in WCAG 2.2. Nothing leaves this page.</footer>
    </main>
  </body>
</html>
`
