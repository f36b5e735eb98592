import { GiftCard } from '#client/ui/gift-card.tsx'
import { PausedCard } from '#client/ui/paused-card.tsx'
import { PayoutBar, PayoutFigure, Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { Rosette } from '#client/ui/rosette.tsx'
import { Stats } from '#client/ui/stats.tsx'
import styles from './preview.module.css'
import { Case, Section } from './section.tsx'

const figures = [
  { label: 'Count', value: '1,234' },
  { label: 'Money', value: '$12,345.67', isMoney: true },
  { label: 'Not known', value: undefined },
]
/** A colour with white text, one with ink, one that has to be darkened, and long names. */
const cards = [
  { name: 'Under white', colour: '#0053e2' },
  { name: 'Under ink', colour: '#ff9900' },
  { name: 'Darkened', colour: '#e53238' },
  { name: 'Black', colour: '#000000' },
  { name: 'With a mark', colour: '#000000', markUrl: '/brands.svg#apple' },
  { name: 'A very long name of a card that goes on', colour: '#584280' },
]

/** Primitives of money and cards. */
export function Money() {
  return (
    <Section title="Money and cards">
      <Case title="Receipt">
        <Receipt label="QUOTE" aside="Amazon">
          <PayoutFigure caption="cash to you">$93.00</PayoutFigure>
          <PayoutBar fraction={0.93} />
          <ReceiptRows>
            <ReceiptRow label="Card value">$100.00</ReceiptRow>
            <ReceiptRow label="Card number" mono>
              •••• 6KRD
            </ReceiptRow>
            <ReceiptRow label="A label longer than its place">
              and a value that is long as well, so that both wrap
            </ReceiptRow>
          </ReceiptRows>
        </Receipt>
      </Case>
      <Case title="Receipt, nothing to pay">
        <Receipt label="QUOTE">
          <PayoutFigure muted caption="Type a value">
            $0.00
          </PayoutFigure>
          <PayoutBar fraction={0} />
        </Receipt>
      </Case>
      <Case title="Rosette">
        <Rosette of="GCE-1" />
        <Rosette of="GCE-2" size={48} />
      </Case>
      <Case title="GiftCard" wide>
        <div className={styles.cards}>
          {cards.map((card) => (
            <GiftCard key={card.name} {...card} />
          ))}
        </div>
        <div className="cluster">
          {cards.map((card) => (
            <GiftCard key={card.name} {...card} small />
          ))}
        </div>
      </Case>
      <Case title="PausedCard">
        <PausedCard title="Steam: not buying right now" words="We are not buying Steam cards right now.">
          Steam
        </PausedCard>
      </Case>
      <Case title="Stats, in pairs and as lines on a phone" wide>
        <Stats figures={figures} narrow="pairs" />
        <Stats figures={figures} narrow="lines" />
      </Case>
    </Section>
  )
}
