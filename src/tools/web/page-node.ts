/** What is used of a parsed page's nodes: the part of the DOM that the parser here and browsers share. */
export interface PageNode {
  /** 1 an element, 3 text, 8 a comment, 9 a document, 11 a fragment. */
  readonly nodeType: number
  /** Of an element, in lower case. */
  readonly localName?: string
  readonly textContent: string | null
  readonly firstChild: PageNode | null
  readonly nextSibling: PageNode | null
  readonly parentNode: PageNode | null
  getAttribute?(name: string): string | null
  removeAttribute?(name: string): void
  remove?(): void
}

/** A parsed page. */
export interface PageDocument extends PageNode {
  readonly body: PageNode | null
  querySelector(selector: string): PageNode | null
}
