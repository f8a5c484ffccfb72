import { language } from '../../../renderer/lib/language';
import { english } from '../english';

// Before each file of tests: the language of texts of events, which main serves with the page.
language.set(english);
