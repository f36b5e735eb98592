export const accountMessages = {
  signUpFailedTitle: 'Sign Up Failed',
  signUpFailed: 'There was an error creating your account. Please try again.',
  welcomeBackTitle: (name: string) => `Welcome back, ${name}!`,
  welcomeBack: "You're now signed in and can start exchanging gift cards.",
  welcomeTitle: (name: string) => `Welcome, ${name}!`,
  welcome: 'Your account has been created and you are now signed in.',
  profileUpdatedTitle: 'Profile Updated',
  profileUpdated: 'Your profile has been saved.',
  staffSignInFailed: 'Invalid username or password',
} as const
