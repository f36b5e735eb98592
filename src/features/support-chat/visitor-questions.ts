function erased(keptFor: string | undefined) {
  if (!keptFor)
    return 'We erase the security code once your order is finished, and the number and photos within 30 days.'
  return `We erase number and code when the card has been used, within ${keptFor} after your order is finished, and the photos within 30 days. If we say no, or your card is a Visa, Mastercard, American Express or Vanilla, we erase the code at once.`
}

/** Also given to search engines. `rates` is like '87% to 93%', `keptFor` as in `PublicSite`. */
export const visitorQuestions = (rates: string, keptFor: string | undefined) => [
  {
    question: 'Is my gift card code safe with you?',
    answer: `Yes. We encrypt the number and code of every card. Staff open one number at a time, and each look is logged with name and time. ${erased(keptFor)}`,
  },
  {
    question: 'What happens if you reject my card?',
    answer:
      'The card stays yours. We tell you the reason and what to do next, and you can use the card or sell it again after you fix the problem.',
  },
  {
    question: 'How much do I get?',
    answer: `${rates} of the card value, depending on the brand. You see the payout to the cent before you sign up, and we honor a quote for 30 minutes.`,
  },
  {
    question: 'How fast do I get paid?',
    answer:
      'We usually check a card within 5 to 15 minutes. Most payouts arrive 5 minutes to 1 hour later. A bank transfer takes up to 2 business days.',
  },
  {
    question: 'What do you need from me?',
    answer: `A clear photo of the card with the code uncovered, its number and code, and where to send the money. Visa cards need 2 photos, front and back. Some cards also need the store receipt.`,
  },
  {
    question: 'Someone asked me to buy gift cards. Should I sell them here?',
    answer:
      'No. No real business, employer or government agency asks for payment in gift cards. Stop replying and contact us before you send anyone a code.',
  },
]
