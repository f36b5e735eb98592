import type { ServiceFigures } from '#shared/service-figures-schema.ts'
import { minutesText } from '#shared/tracking-messages.ts'

/** A figure with its text; undefined while the figures are not loaded. */
export type FigureRow = { name: string; text: string | undefined }

const tooFew = (cases: number) => `Too few yet (${cases.toLocaleString('en-US')})`

/** '12 minutes', or how few cases there are. */
export function timeText(minutes: number | null, cases: number): string {
  return minutes === null ? tooFew(cases) : minutesText(minutes)
}

/** '92 of 120 (77%)', or how few cases there are. */
export function shareText(figure: number | null, cases: number): string {
  if (figure === null) return tooFew(cases)
  const share = cases === 0 ? '' : ` (${Math.round((100 * figure) / cases)}%)`
  return `${figure.toLocaleString('en-US')} of ${cases.toLocaleString('en-US')}${share}`
}

export function decisionRows(figures: ServiceFigures | undefined): FigureRow[] {
  const of = (text: (decisions: ServiceFigures['decisions']) => string) => figures && text(figures.decisions)
  return [
    { name: 'Orders decided', text: of(({ cases }) => cases.toLocaleString('en-US')) },
    { name: 'Half of them within', text: of(({ usualMinutes, cases }) => timeText(usualMinutes, cases)) },
    { name: '9 of 10 within', text: of(({ mostMinutes, cases }) => timeText(mostMinutes, cases)) },
    { name: 'Decided within 15 minutes', text: of(({ within15Minutes, cases }) => shareText(within15Minutes, cases)) },
    { name: 'Decided within 60 minutes', text: of(({ within60Minutes, cases }) => shareText(within60Minutes, cases)) },
    { name: 'Overdue now', text: figures?.overdueNow.toLocaleString('en-US') },
  ]
}

export function outcomeRows(figures: ServiceFigures | undefined): FigureRow[] {
  const of = (text: (outcomes: ServiceFigures['outcomes']) => string) => figures && text(figures.outcomes)
  return [
    { name: 'Accepted', text: of(({ accepted, cases }) => shareText(accepted, cases)) },
    { name: 'Rejected', text: of(({ rejected, cases }) => shareText(rejected, cases)) },
    {
      name: 'Rejections with a reason',
      text: of(({ rejected, rejectedWithReason, cases }) => shareText(rejectedWithReason, rejected ?? cases)),
    },
    {
      name: 'With a picture, where the reason needs one',
      text: of(({ evidenceNeeded, evidenceShown, cases }) => shareText(evidenceShown, evidenceNeeded ?? cases)),
    },
    { name: 'Failed', text: of(({ failed, cases }) => shareText(failed, cases)) },
  ]
}

export function offerRows(figures: ServiceFigures | undefined): FigureRow[] {
  const of = (text: (offers: ServiceFigures['offers']) => string) => figures && text(figures.offers)
  return [
    { name: 'Offers answered or ended', text: of(({ cases }) => cases.toLocaleString('en-US')) },
    { name: 'Accepted by the seller', text: of(({ accepted, cases }) => shareText(accepted, cases)) },
  ]
}

export function appealRows(figures: ServiceFigures | undefined): FigureRow[] {
  const of = (text: (appeals: ServiceFigures['appeals']) => string) => figures && text(figures.appeals)
  return [
    { name: 'Appeals answered', text: of(({ cases }) => cases.toLocaleString('en-US')) },
    { name: 'Answered in the promised time', text: of(({ inTime, cases }) => shareText(inTime, cases)) },
    { name: 'The seller was right', text: of(({ right, cases }) => shareText(right, cases)) },
  ]
}
