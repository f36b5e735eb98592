import styles from './common-questions.module.css'
import { commonQuestions } from './question-list.ts'

/** The answers most people come for, to be opened one by one. */
export function CommonQuestions() {
  return (
    <section className={styles.questions} aria-labelledby="common-questions">
      <h3 id="common-questions">Common questions</h3>
      {commonQuestions.map(({ question, answers }) => (
        <details key={question}>
          <summary>{question}</summary>
          {answers.map((answer) => (
            <p key={answer}>{answer}</p>
          ))}
        </details>
      ))}
    </section>
  )
}
