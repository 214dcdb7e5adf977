import { expect, type Locator, type Page } from '@playwright/test'

/** A provider as a person enters it. */
export interface ProviderEntry {
  /** The name on the button that adds it. */
  readonly preset: string
  readonly baseUrl: string
  /** Left empty where it is left out. */
  readonly key?: string
  /** The name it gets; the preset's own where it is left out. */
  readonly label?: string
}

/** The app as a person sees it: what is on the page by its role and name, and what one does with it. */
export class Workbench {
  readonly page: Page
  readonly message: Locator
  readonly send: Locator
  readonly stop: Locator
  readonly log: Locator
  readonly files: Locator
  /** What stands there while the workspace is empty. */
  readonly noFiles: Locator
  readonly approval: Locator
  readonly question: Locator
  readonly settings: Locator
  readonly usage: Locator
  readonly demos: Locator

  constructor(page: Page) {
    this.page = page
    this.message = page.getByRole('textbox', { name: 'Message' })
    this.send = page.getByRole('button', { name: 'Send', exact: true })
    this.stop = page.getByRole('button', { name: 'Stop', exact: true })
    this.log = page.getByRole('log', { name: 'Conversation' })
    this.files = page.getByRole('tree', { name: 'Files' })
    this.noFiles = page.getByText('No files yet.')
    this.approval = page.getByRole('group', { name: 'Approval' })
    this.question = page.getByRole('group', { name: 'Question' })
    this.settings = page.getByRole('dialog', { name: 'Settings' })
    this.usage = page.getByRole('status', { name: 'Usage' })
    this.demos = page.getByRole('list', { name: 'Demos' })
  }

  /** Opens the app and waits until it is ready. */
  async open(address = './'): Promise<this> {
    await this.page.goto(address)
    await this.ready()
    return this
  }

  /** Waits until the agent's thread has answered and one may write. */
  async ready(): Promise<void> {
    await expect(this.message).toBeVisible()
  }

  /** Loads the page anew, as a person does who presses the browser's button. */
  async reload(): Promise<void> {
    await this.page.reload()
    await this.ready()
  }

  async openSettings(): Promise<void> {
    await this.page.getByRole('button', { name: 'Settings', exact: true }).click()
    await expect(this.settings).toBeVisible()
  }

  async closeSettings(): Promise<void> {
    await this.settings.getByRole('button', { name: 'Close' }).click()
    await expect(this.settings).toBeHidden()
  }

  /** The card of one provider in the settings. */
  provider(label: string): Locator {
    return this.settings.getByRole('article', { name: label, exact: true })
  }

  /** Enters a provider in the open settings and saves it, which also tests it. */
  async enterProvider(entry: ProviderEntry): Promise<Locator> {
    const { settings } = this
    await settings.getByRole('button', { name: entry.preset, exact: true }).click()
    if (entry.key !== undefined) await settings.getByLabel(/^Key/).fill(entry.key)
    if (entry.label !== undefined) await settings.getByLabel(/^Name/).fill(entry.label)
    await settings.getByLabel(/^Address/).fill(entry.baseUrl)
    await settings.getByRole('button', { name: 'Save and test' }).click()
    return this.provider(entry.label ?? entry.preset)
  }

  /** Adds a provider and a typed model of it: what a session needs before its first message. */
  async useProvider(entry: ProviderEntry, model: string): Promise<void> {
    await this.openSettings()
    await expect(await this.enterProvider(entry)).toContainText(/answered with/)
    await this.closeSettings()
    await this.typeModel(model)
  }

  /** Types a model id into the box that the list of models leads to. */
  async typeModel(id: string): Promise<void> {
    await this.choose('Model', 'Type a model id…')
    const dialog = this.page.getByRole('dialog', { name: 'Use a model by its id' })
    await dialog.getByLabel('Model id').fill(id)
    await dialog.getByRole('button', { name: 'Use this model' }).click()
    await expect(this.page.getByRole('combobox', { name: 'Model' })).toContainText(id)
  }

  /** Chooses one entry of a box such as "Mode" or "Model". */
  async choose(box: string, entry: string | RegExp): Promise<void> {
    await this.page.getByRole('combobox', { name: box, exact: true }).click()
    await this.page.getByRole('option', { name: entry }).click()
  }

  /** Writes a message and sends it. */
  async say(text: string): Promise<void> {
    await this.message.fill(text)
    await this.send.click()
  }

  /** A file or folder in the tree, by its name. */
  file(name: string): Locator {
    // Marks such as "changed in this turn" follow the name.
    return this.files.getByRole('treeitem', { name: new RegExp(`^${name.replaceAll('.', '\\.')}(,|$)`) })
  }

  /** The line of a call in the conversation, by what it says in words ("Done: Write index.html"). */
  call(words: string | RegExp): Locator {
    return this.log.getByRole('button', { name: words })
  }

  /** The tool call of the group "Approval" that waits, answered with one of its buttons. */
  async answer(button: 'Allow once' | 'Allow for this session' | 'Deny'): Promise<void> {
    await this.approval.getByRole('button', { name: button }).click()
  }

  /** Waits until the turn is over. */
  async rested(): Promise<void> {
    await expect(this.stop).toBeHidden()
  }
}
