import type { DemoArea, DemoRole } from '../store';
import { cities, cityIndexOf, depotIndexOf, type Language } from './cities';
import { demoCity } from './city';
import { isRefrigerated } from './schedule';
import { pick, randomFor, wholeBetween } from './random';

interface Words {
  vehicles: readonly string[];
  refrigerated: readonly string[];
  standing: readonly string[];
  pets: readonly string[];
  descriptions: readonly string[];
}

const words: Record<Language, Words> = {
  fr: {
    vehicles: ['Fourgon', 'Camionnette', 'Utilitaire', 'Navette'],
    refrigerated: ['Camion frigorifique', 'Remorque frigo'],
    standing: ['Remorque', 'Groupe électrogène', 'Benne'],
    pets: ['Étoile', 'Hérisson', 'Forêt', 'Mésange'],
    descriptions: ['Tournée du matin', 'Véhicule de réserve', 'Livraisons du dépôt nord', ''],
  },
  es: {
    vehicles: ['Furgoneta', 'Camión', 'Reparto', 'Camioneta'],
    refrigerated: ['Remolque frigorífico', 'Camión refrigerado'],
    standing: ['Remolque', 'Contenedor', 'Generador'],
    pets: ['Ñandú', 'Águila', 'Cigüeña', 'Colibrí'],
    descriptions: ['Ruta de la mañana', 'Unidad de apoyo', 'Entregas a domicilio', ''],
  },
  de: {
    vehicles: ['Transporter', 'Lieferwagen', 'Servicewagen', 'Pritsche'],
    refrigerated: ['Kühlwagen', 'Kühlauflieger'],
    standing: ['Anhänger', 'Container', 'Bauwagen'],
    pets: ['Füchslein', 'Möwe', 'Bär', 'Zügig'],
    descriptions: ['Frühschicht', 'Ersatzfahrzeug', 'Kundendienst Süd', ''],
  },
  it: {
    vehicles: ['Furgone', 'Autocarro', 'Navetta', 'Consegne'],
    refrigerated: ['Camion frigo', 'Rimorchio frigo'],
    standing: ['Rimorchio', 'Gruppo elettrogeno', 'Cassone'],
    pets: ['Perché no', 'Lupo', 'Gabbiano', 'Città'],
    descriptions: ['Giro del mattino', 'Mezzo di scorta', 'Consegne espresse', ''],
  },
  pt: {
    vehicles: ['Furgão', 'Caminhão', 'Van', 'Caminhonete'],
    refrigerated: ['Caminhão frigorífico', 'Carreta frigorífica'],
    standing: ['Reboque', 'Contêiner', 'Gerador'],
    pets: ['Sabiá', 'Onça', 'Tamanduá', 'João-de-barro'],
    descriptions: ['Rota da manhã', 'Veículo reserva', 'Entregas expressas', ''],
  },
  pl: {
    vehicles: ['Furgon', 'Dostawczy', 'Ciężarówka', 'Serwis'],
    refrigerated: ['Chłodnia', 'Naczepa chłodnicza'],
    standing: ['Przyczepa', 'Kontener', 'Agregat'],
    pets: ['Żubr', 'Łoś', 'Jeżyk', 'Bocian'],
    descriptions: ['Poranna trasa', 'Pojazd zapasowy', 'Dostawy do sklepów', ''],
  },
  cs: {
    vehicles: ['Dodávka', 'Nákladní vůz', 'Rozvoz', 'Servisní vůz'],
    refrigerated: ['Chladírenský vůz', 'Chladicí návěs'],
    standing: ['Přívěs', 'Kontejner', 'Elektrocentrála'],
    pets: ['Ježek', 'Čáp', 'Kůň', 'Žluťásek'],
    descriptions: ['Ranní okruh', 'Záložní vůz', 'Zásobování prodejen', ''],
  },
  en: {
    vehicles: ['Van', 'Truck', 'Service car', 'Shuttle'],
    refrigerated: ['Refrigerated truck', 'Refrigerated trailer'],
    standing: ['Trailer', 'Container', 'Skip'],
    pets: ['Ñandú', 'Kingfisher', 'Badger', 'Zoë'],
    descriptions: ['Morning round', 'Spare vehicle', 'Parcels from the north depot', ''],
  },
};

/** What somebody entered as the type of the vehicles whose kind has an English word. */
const types: Record<string, string> = {
  Van: 'Van',
  Truck: 'Truck',
  'Service car': 'Car',
  Shuttle: 'Minibus',
  'Refrigerated truck': 'Truck',
  'Refrigerated trailer': 'Trailer',
  Trailer: 'Trailer',
  Container: 'Container',
  Skip: 'Skip',
};

const diallingCodes: Record<string, string> = {
  FR: '+33 6',
  ES: '+34 6',
  MX: '+52 55',
  DE: '+49 151',
  IT: '+39 3',
  BR: '+55 11',
  CO: '+57 30',
  PL: '+48 50',
  CZ: '+420 60',
  GB: '+44 7',
  AR: '+54 9',
  CL: '+56 9',
};

/** The properties of a demo device that a user would have entered. */
export interface Label {
  id: string;
  name: string;
  description: string | null;
  phone: string | null;
  tags: Record<string, string>;
}

export function labelOf(seed: number, index: number, role: DemoRole, area?: DemoArea): Label {
  const random = randomFor(seed, 'label', index);
  const isStanding = role === 'parked' || role === 'stacked';
  const cityIndex = cityIndexOf(depotIndexOf(role, index));
  const city = area === 'city' ? demoCity : cities[cityIndex]!;
  const language = words[city.language];
  const number = index + 1;
  const kind = pick(
    random,
    isRefrigerated(seed, index)
      ? language.refrigerated
      : isStanding
        ? language.standing
        : language.vehicles,
  );
  const district = pick(random, city.districts);
  const style = random();
  const place = area === 'city' ? district : `${city.name} ${district}`;
  const name =
    style < 0.7
      ? `${kind} ${number} – ${place}`
      : style < 0.9
        ? `${kind} ${pick(random, language.pets)} ${number}`
        : `${area === 'city' ? district : city.name} ${number} (${kind.toLowerCase()})`;
  const imei = `8670${String(seed % 100).padStart(2, '0')}0${String(wholeBetween(random, 0, 999)).padStart(3, '0')}${String(index).padStart(5, '0')}`;
  return {
    // Some trackers share a number and are distinguished by a colon and a digit.
    id: index % 17 === 5 ? `${imei}:1` : imei,
    name,
    description: pick(random, language.descriptions) || null,
    phone:
      random() < 0.85
        ? `${diallingCodes[city.country] ?? '+1 2'}${wholeBetween(random, 10, 99)} ${wholeBetween(random, 100, 999)} ${wholeBetween(random, 100, 999)}`
        : null,
    tags:
      random() < 0.7
        ? {
            depot: district,
            city: city.name,
            team: pick(random, ['A', 'B', 'C', 'Été']),
            ...(types[kind] && { type: types[kind] }),
          }
        : {},
  };
}
