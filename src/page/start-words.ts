/** What the page says before there is anything to show, and where something could not be shown. Part of the catalogue in `words.ts`. */
export const startWords = {
  lost: {
    part: 'This part could not be loaded.',
    offline: 'You are offline.',
    online: 'The connection failed, or the app was updated meanwhile.',
    broken: 'This part stopped working.',
    brokenAbout: 'The rest goes on, and nothing that was stored is lost.',
    again: 'Try again',
    reload: 'Reload',
  },
  welcome: {
    title: 'An agent that works in this tab',
    about:
      'It writes files, runs commands and shows you every step, all inside this browser tab. Before anything that matters it asks.',
    demos: 'Watch it work',
    demosAbout: 'Scripted answers, real tools. No key, no network.',
    demosEmpty: 'No demos in this build.',
    key: 'Use your own key',
    keyAbout: 'Your key stays in this browser and goes only to the provider you choose.',
    addKey: 'Add a provider',
    ready: 'Ready. Type a message below to begin.',
    sessionTitle: 'Nothing here yet',
    sessionAbout: 'Say what you want done. The agent plans, asks where it must, and shows its work.',
  },
  boot: {
    starting: 'Starting',
    slow: 'Still starting. A large history takes a few seconds.',
    failed: 'Sallyport could not start',
    silent: 'The agent’s thread does not answer.',
    silentAdvice: 'Reloading usually helps. Nothing that was stored is lost.',
    crashed: 'The agent’s thread stopped unexpectedly.',
    reload: 'Reload',
    details: 'Details',
    whatWorks: 'Your stored sessions are untouched.',
    framed: 'Sallyport does not run inside another page',
    framedWhy:
      'The page around it could lead your clicks to an approval that you never saw. Open Sallyport in a tab of its own.',
    openAlone: 'Open in its own tab',
  },
  banner: {
    readOnly: 'Another tab writes this session. This one only shows it.',
    offline: 'You are offline. Demos and local tools keep working; the model provider cannot be reached.',
    memory: 'Nothing is kept after this tab closes.',
  },
} as const
