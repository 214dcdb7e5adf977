/** What a person typed as an amount: null for nothing, `wrong` where it is no number above 0. A comma may stand for the point. */
export function readAmount(text: string): number | null | 'wrong' {
  const typed = text.trim()
  if (typed === '') return null
  const amount = /^\d*[.,]?\d+$/.test(typed) ? Number(typed.replace(',', '.')) : 0
  return amount > 0 && Number.isFinite(amount) ? amount : 'wrong'
}
