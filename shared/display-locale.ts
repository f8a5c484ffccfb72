/** The locale of every date and number on screen: that of the language of the texts. */
export const displayLocale = 'en-GB';
