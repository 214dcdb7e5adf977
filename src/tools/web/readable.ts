import { Readability } from '@mozilla/readability'
import { DOMParser } from 'linkedom'
import { FETCH_PARSE_MAX_CHARS, FETCH_PARSE_MAX_TAGS } from '#contracts/limits.ts'
import { bareText } from './bare-text.ts'
import type { PageDocument, PageNode } from './page-node.ts'
import { prune } from './prune.ts'
import { toMarkdown } from './to-markdown.ts'

/** Elements up to which an article is looked for: that takes several passes, and its cost grows faster than the page. */
const ARTICLE_MAX_ELEMENTS = 3_000
/** Deeper nesting than any page that was written for readers; the tree is walked by recursion from here on. */
const DEPTH_MAX = 200
/** An article that has less than this part of a page's text left something out that may be what is looked for. */
const ARTICLE_MIN_PART = 0.3
const TITLE_MAX_CHARS = 300

/** A page as it is read. */
export interface Readable {
  readonly title: string
  readonly text: string
  /** How the text came about: the article alone, the whole page, or bare text of a page that is too much to lay out. */
  readonly form: 'article' | 'page' | 'bare'
}

/**
 * The readable text of an HTML page, as Markdown: its article where it plainly has one, else everything that a reader
 * would see. Bounded in what it parses, so that no page can hold the thread for long. Never throws. `url` makes links whole.
 */
export function readable(html: string, url: string): Readable {
  const bounded = html.slice(0, FETCH_PARSE_MAX_CHARS)
  if (isTooMuch(bounded)) return bare(bounded)
  try {
    const page = parse(bounded)
    const base = baseOf(page, url)
    const title = oneLine(page.querySelector('title')?.textContent ?? '')
    const { elements, depth } = prune(page.body ?? page)
    if (depth > DEPTH_MAX) return bare(bounded)
    const whole = toMarkdown(page.querySelector('main') ?? page.body ?? page, base)
    if (elements > ARTICLE_MAX_ELEMENTS) return { title: title.slice(0, TITLE_MAX_CHARS), text: whole, form: 'page' }
    // It takes the tree apart, so it comes last.
    const article = new Readability<PageNode>(page, {
      serializer: asIs,
      disableJSONLD: true,
      charThreshold: 200,
    }).parse()
    const content = article?.content
    const text = content == null ? '' : toMarkdown(content, base)
    const isArticle = text.length >= 200 && text.length >= whole.length * ARTICLE_MIN_PART
    return {
      title: (oneLine(article?.title ?? '') || title).slice(0, TITLE_MAX_CHARS),
      text: isArticle ? text : whole,
      form: isArticle ? 'article' : 'page',
    }
  } catch {
    // A page that breaks the parser is still text.
    return bare(bounded)
  }
}

function bare(html: string): Readable {
  const title = /<title[^>]{0,200}>([^<]{0,1000})/i.exec(html.slice(0, 100_000))?.[1] ?? ''
  return { title: oneLine(bareText(title)).slice(0, TITLE_MAX_CHARS), text: bareText(html), form: 'bare' }
}

function parse(html: string): PageDocument {
  const parser = new DOMParser()
  // The parser builds what is written, and not what the standard fills in: without the three elements nothing is found.
  const isWhole = /<html[\s>]/i.test(html) && /<body[\s>]/i.test(html)
  const inner = html.replace(/<!doctype[^>]{0,500}>|<\/?(?:html|head)(?:\s[^>]{0,500})?>/gi, '')
  return parser.parseFromString(
    isWhole ? html : `<html><head></head><body>${inner}</body></html>`,
    'text/html',
  ) as unknown as PageDocument
}

/** Whether there are more tags, or more escapes, than are laid out: each becomes a node of its own. */
function isTooMuch(html: string): boolean {
  return ['<', '&'].some((sign) => {
    let count = 0
    for (let at = html.indexOf(sign); at !== -1 && count <= FETCH_PARSE_MAX_TAGS; at = html.indexOf(sign, at + 1))
      count += 1
    return count > FETCH_PARSE_MAX_TAGS
  })
}

function baseOf(page: PageDocument, url: string): string {
  const href = page.querySelector('base')?.getAttribute?.('href') ?? ''
  return href !== '' && URL.canParse(href, url) ? new URL(href, url).href : url
}

function asIs(node: PageNode): PageNode {
  return node
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
