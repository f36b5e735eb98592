import { type InsiderFigure, insiderFigureNames, insiderFigures } from '#shared/insider-report.ts'

const meanings: Readonly<Record<InsiderFigure, string>> = {
  views: 'Orders whose number, code or photo they opened, also with an API token of theirs.',
  withoutAction:
    'Of those, orders that they neither decided, approved nor noted within 24 hours before or after a view.',
  emptied:
    'Orders that were rejected because the card was empty or had less on it, after they had revealed the number or code. The share is of their views.',
  ownOrders: 'Steps on orders that they submitted themselves as a customer.',
  alone: 'Payouts that they released alone, because no colleague could.',
  released: 'Payouts that a colleague approved and they released, by colleague, with sums.',
  returns: 'Payouts of which they recorded that the money came back. What follows waits for a second person.',
  exports: 'Files of submissions, users, rates, the ledger, payments, lots, reports or what sellers were paid.',
  takeovers: 'Orders that they took over from a colleague.',
  undone: 'Decisions of theirs that they undid.',
  unused:
    'Orders whose number or code they revealed one at a time after the card was bought, and whose card was not sold, used or written off.',
  adjustments: 'Adjusting entries of bank statements that they made, approved or reversed.',
}

export function FigureMeanings() {
  return (
    <details className="margin-top-5 muted">
      <summary>What the figures count</summary>
      <dl className="stack gap-2 margin-top-2 measure">
        {insiderFigures.map((figure) => (
          <div key={figure}>
            <dt className="ink strong">{insiderFigureNames[figure]}</dt>
            <dd>{meanings[figure]}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
