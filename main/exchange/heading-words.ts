import { inEveryLanguage } from './cell-text';
import type { ImportKind } from '#shared/ipc/exchange';
import { headingName } from '#shared/domain/text';
import { languages } from '#shared/i18n/languages';
import { columnName, type FileColumn, type IsTitle } from './table';

/**
 * Headings of other programs and people by field, in English, German, Spanish, Portuguese, French,
 * Italian, Dutch, Polish, Russian, Arabic and Hebrew.
 */
type Headings = Readonly<Record<string, string>>;

/** Parts of a name, which are joined if the file has both. */
export const nameParts = {
  first: words(
    'first name|firstname|given name|forename|vorname|nombre|nombres|nome|primeiro nome|prénom|prenom|voornaam|imię|imie|имя|الاسم الأول|שם פרטי',
  ),
  last: words(
    'last name|lastname|surname|family name|nachname|familienname|apellido|apellidos|apelido|sobrenome|nom de famille|nom|cognome|achternaam|nazwisko|фамилия|اسم العائلة|שם משפחה|name',
  ),
};

const users: Headings = {
  id: 'user id|user identifier|id of user|benutzer-id|id de usuario|id utilisateur|id utente',
  name: 'full name|fullname|complete name|display name|name and surname|first and last name|employee|employee name|driver|driver name|user|user name|person|contact name|vollständiger name|vor- und nachname|benutzer|benutzername|fahrer|fahrername|mitarbeiter|mitarbeitername|nombre|nombre completo|nombre y apellidos|apellidos y nombre|usuario|conductor|empleado|nome|nome completo|usuário|utilizador|motorista|condutor|nom|nom complet|nom et prénom|prénom et nom|utilisateur|conducteur|chauffeur|nome e cognome|cognome e nome|nominativo|utente|autista|naam|volledige naam|bestuurder|imię i nazwisko|nazwisko i imię|nazwa|kierowca|pracownik|имя|фио|ф.и.о.|полное имя|имя и фамилия|водитель|сотрудник|الاسم|الاسم الكامل|اسم المستخدم|السائق|שם|שם מלא|נהג|שם הנהג',
  email:
    'e-mail|email|mail|e-mail address|email address|mail address|email id|e-mail-adresse|mailadresse|emailadresse|correo|correo electrónico|dirección de correo|e-mail de contacto|endereço de e-mail|correio eletrónico|courriel|adresse e-mail|adresse mail|adresse électronique|mél|posta elettronica|indirizzo e-mail|indirizzo email|e-mailadres|adres e-mail|poczta|электронная почта|эл. почта|почта|адрес электронной почты|البريد الإلكتروني|بريد إلكتروني|الإيميل|דוא"ל|דואל|דואר אלקטרוני|אימייל|מייל',
  country:
    'country|country code|country of residence|nation|land|ländercode|staat|país|pais|código de país|pays|code pays|paese|nazione|landcode|kraj|państwo|страна|البلد|الدولة|ארץ|מדינה',
  timeZone:
    'time zone|timezone|tz|zeitzone|zona horaria|huso horario|fuso horário|fuseau horaire|fuso orario|tijdzone|strefa czasowa|часовой пояс|المنطقة الزمنية|אזור זמן',
  description:
    'description|note|notes|comment|comments|remark|remarks|beschreibung|bemerkung|bemerkungen|notiz|kommentar|descripción|observaciones|nota|notas|comentario|descrição|observações|commentaire|commentaires|remarque|descrizione|osservazioni|note|omschrijving|opmerking|opis|uwagi|komentarz|описание|примечание|комментарий|الوصف|ملاحظات|תיאור|הערות|הערה',
  message:
    'message|nachricht|mitteilung|mensaje|mensagem|messaggio|bericht|wiadomość|сообщение|الرسالة|رسالة|הודעה',
  disabled:
    'disabled|deactivated|blocked|locked|inactive|deaktiviert|gesperrt|inaktiv|deshabilitado|desactivado|bloqueado|inactivo|desativado|inativo|désactivé|bloqué|inactif|disattivato|disabilitato|bloccato|geblokkeerd|zablokowany|wyłączony|отключен|отключён|заблокирован|معطل|محظور|מושבת|חסום',
  disabledMessage: 'reason disabled|message when disabled|disabled reason|sperrgrund',
  tags: 'tags|labels|etiketten|schlagworte|etiquetas|étiquettes|etichette|tagi|etykiety|метки|теги|الوسوم|תגיות',
  privileges:
    'privileges|permissions|rights|access rights|berechtigungen|rechte|permisos|permissões|droits|permessi|diritti|uprawnienia|права|الصلاحيات|הרשאות',
  group:
    'group|visible group|user group|gruppe|grupo|groupe|gruppo|groep|grupa|группа|المجموعة|קבוצה',
  deviceId:
    'visible device|device|device name|device id|tracker|vehicle|gerät|fahrzeug|dispositivo|vehículo|veículo|appareil|véhicule|veicolo|apparaat|voertuig|urządzenie|pojazd|устройство|автомобиль|الجهاز|المركبة|מכשיר|רכב',
  adminDevices: 'devices managed|managed devices|number of devices managed|max devices',
  validFrom:
    'valid from|valid since|start date|starts|starts on|start|from|since|begin|gültig ab|gültig von|ab|von|beginn|startdatum|válido desde|desde|fecha de inicio|inicio|data de início|início|valable à partir du|valable du|date de début|début|à partir du|valido dal|dal|data di inizio|inizio|geldig vanaf|vanaf|ważny od|od|data rozpoczęcia|действует с|действителен с|дата начала|начало|с|صالح من|تاريخ البدء|בתוקף מ|תאריך התחלה',
  expiresAt:
    "valid until|valid to|valid till|valid thru|valid through|expires|expires on|expires at|expiry|expiry date|expiration|expiration date|end date|ends|ends on|end|until|till|to|gültig bis|bis|ablaufdatum|läuft ab|läuft ab am|ablauf|enddatum|ende|válido hasta|valido hasta|hasta|fecha de vencimiento|vencimiento|vence|caducidad|fecha de caducidad|fecha fin|fecha de fin|válido até|até|validade|data de validade|data de expiração|expira|expira em|valable jusqu’au|valable jusqu'au|jusqu’au|jusqu'au|date d’expiration|date d'expiration|expiration|expire le|date de fin|fin|échéance|valido fino al|valido fino a|fino al|scadenza|data di scadenza|fine|geldig tot|tot|vervaldatum|ważny do|ważne do|do|data ważności|data zakończenia|действует до|действителен до|срок действия|дата окончания|до|صالح حتى|صالح لغاية|تاريخ الانتهاء|בתוקף עד|תאריך תפוגה|תוקף",
  password:
    'password|pass word|pwd|pw|passcode|initial password|passwort|kennwort|contraseña|clave|senha|palavra-passe|mot de passe|parola d’ordine|wachtwoord|hasło|пароль|كلمة المرور|כלמת סיסמה|סיסמה|סיסמא',
};

const groupName =
  'group|group name|name of group|gruppe|gruppenname|grupo|nombre del grupo|nome do grupo|groupe|nom du groupe|gruppo|nome del gruppo|groep|groepsnaam|grupa|nazwa grupy|группа|название группы|المجموعة|اسم المجموعة|קבוצה|שם הקבוצה|depot|depot name';

const groups: Headings = {
  id: 'group id|gruppen-id|id de grupo|id du groupe|id gruppo',
  name: `${groupName}|nombre|nome|nom|naam|nazwa|название|имя|الاسم|שם|title|bezeichnung|standort|team`,
  description: users['description']!,
};

const membership: Headings = {
  groupId: groups['id']!,
  group: `${groupName}|team`,
  deviceId:
    'device id|tracker id|imei|serial|serial number|geräte-id|id de dispositivo|id appareil',
  device:
    'device|device name|name of device|tracker|vehicle|vehicle name|unit|asset|name|gerät|gerätename|fahrzeug|kennzeichen|nummernschild|dispositivo|nombre|vehículo|unidad|matrícula|placa|patente|nome|veículo|appareil|nom|véhicule|immatriculation|plaque|veicolo|mezzo|targa|license plate|number plate|registration|plate|apparaat|voertuig|urządzenie|pojazd|устройство|автомобиль|машина|الجهاز|المركبة|رقم اللوحة|لوحة|מכשיר|רכב|מספר רישוי|לוחית רישוי',
  member: 'member|is member|in group|mitglied|miembro|membro|membre|lid|członek|участник|عضو|חבר',
};

const headings: Record<ImportKind, Headings> = { users, groups, membership };

function words(list: string): ReadonlySet<string> {
  return new Set(list.split('|').map(headingName));
}

export function knownHeadings(kind: ImportKind): [field: string, headings: ReadonlySet<string>][] {
  return Object.entries(headings[kind]).map(([field, list]) => [field, words(list)]);
}

/** What an export or a template calls a column, in any language. */
export const namesOf = ({ key, title }: FileColumn): ReadonlySet<string> =>
  new Set([key, ...inEveryLanguage(title)].map(columnName));

/** Whether a text is a title of Waypost or one of the known headings. */
export function titlesOf(kind: ImportKind, columns: readonly FileColumn[]): IsTitle {
  const titles = new Set(columns.flatMap((column) => [...namesOf(column)]));
  const names = new Set(knownHeadings(kind).flatMap(([, headings]) => [...headings]));
  if (kind === 'users')
    for (const part of Object.values(nameParts)) for (const each of part) names.add(each);
  return (text) => titles.has(columnName(text)) || names.has(headingName(text));
}

/**
 * The columns that headings name, in the language that most of them are in: a word may be the title of another
 * column in another language.
 */
export function titledColumns(
  headings: readonly string[],
  columns: readonly FileColumn[],
): (key: string, heading: string) => boolean {
  const titles = columns.map(({ key, title }) => ({
    key,
    names: inEveryLanguage(title).map(columnName),
  }));
  const given = new Set(headings.map(columnName));
  const counts = languages.map(
    (_, language) => titles.filter(({ names }) => given.has(names[language]!)).length,
  );
  const language = counts.indexOf(Math.max(...counts));
  const byKey = new Map(titles.map(({ key, names }) => [key, names[language]]));
  return (key, heading) => [columnName(key), byKey.get(key)].includes(columnName(heading));
}
