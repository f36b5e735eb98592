import { Link } from '@tanstack/react-router'
import { withBase } from '#client/lib/base-path.ts'
import styles from './safety.module.css'

const facts = [
  ['Your code is encrypted', 'We encrypt every card number and code on its own before we store it.'],
  ['Each look is logged', 'Staff open one number at a time. Who looked, and when, is logged first.'],
  ['Erased after payout', 'We erase the code when your order is finished, and number and photos within 30 days.'],
] as const

/** View of the picture, and its caption. */
const photos = [
  ['good', 'Good', 'Both sides, sharp, code readable.'],
  ['covered', 'Code covered', 'Scratch off the layer first.'],
  ['blurred', 'Blurred', 'Use good light and hold still.'],
  ['one-side', 'One side missing', 'We need the front and the back.'],
] as const

/** What protects a seller, and which photos we accept. Every fact is a promise of SECURITY.md. */
export function Safety() {
  return (
    <section className={`page ${styles.section}`} aria-labelledby="safety">
      <h2 id="safety">Your card is safe with us</h2>
      <dl className={styles.facts}>
        {facts.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.rejection}>
        <h3>If we say no, the card stays yours</h3>
        <p>
          We tell you why and how to fix it. Most rejections come from the photo, so check yours against these.{' '}
          <Link to="/contact">More questions and answers</Link>
        </p>
      </div>
      <ul className={styles.photos}>
        {photos.map(([id, title, text]) => (
          <li key={id}>
            <img src={withBase(`/example-photos.svg#${id}`)} alt="" width={320} height={200} loading="lazy" />
            <strong className={id === 'good' ? styles.good : styles.bad}>{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
