package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.rest.answer.BadReplyException;
import dev.sluice.service.rest.answer.ItemAnswer;
import dev.sluice.service.rest.http.HttpAsk;
import dev.sluice.service.rest.template.RestItem;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.RepeatedTest;

/**
 * Random keys of all types, answered by a writer of JSON that knows nothing of the engine: in any order, with items
 * dropped, doubled or foreign, and keys written as services do. Each item gets its own value or none, never another's.
 */
class RandomResponsesTest {

    private static final List<ValueType> TYPES = List.of(
            ValueType.LONG,
            ValueType.DOUBLE,
            ValueType.DECIMAL,
            ValueType.TEXT,
            ValueType.DATE,
            ValueType.TIME,
            ValueType.TIMESTAMP,
            ValueType.INSTANT,
            ValueType.UUID);

    private static final Described BY_ID = Described.yaml("chunk: true");
    private static final Described BY_KEY =
            Described.yaml("request: {query: 'a={1}&b={2}'}, response: {items: /list, key: [/a, /b], value: /v}");
    private static final Described BY_ONE_KEY = Described.yaml(
            "request: {query: 'ids={items}', quoted: true}, response: {items: /list, key: /a, value: /v}");
    private static final Described BY_FIELD =
            Described.yaml("request: {query: 'a={1}'}, response: {items: /all, match: key, value: /v}");

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);

    @RepeatedTest(300)
    void shouldGiveEachItemItsOwnValueOrNoneWhenResponsesAreRandom() throws Exception {
        final int shape = random.nextInt(4);
        final Described contract = List.of(BY_ID, BY_KEY, BY_ONE_KEY, BY_FIELD).get(shape);
        final List<RestItem> asked = Described.itemsOf(keys(shape == 1 ? 2 : 1));
        for (final RestItem item : asked) {
            contract.contract().check(item.arguments());
        }
        assertAsked(contract, asked);
        for (int round = 0; round < 5; round++) {
            answer(contract, shape, asked);
        }
    }

    /** Every item is asked exactly once, and no request is longer than allowed unless it asks one. */
    private void assertAsked(Described contract, List<RestItem> asked) {
        final List<Integer> places = new ArrayList<>();
        for (final HttpAsk ask : contract.contract().asks(asked)) {
            places.addAll(ask.items());
            assertEquals(true, ask.items().size() == 1 || ask.uri().toString().length() <= 2_000, this::seed);
        }
        Collections.sort(places);
        assertEquals(asked.stream().map(asked::indexOf).toList(), places, this::seed);
    }

    private void answer(Described contract, int shape, List<RestItem> asked) throws BadReplyException {
        final Map<Integer, String> values = new LinkedHashMap<>();
        final List<String> pieces = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            if (random.nextInt(5) > 0) {
                values.put(i, "value " + i + " \u20ac\"" + random.nextInt());
                pieces.add(piece(shape, asked.get(i), values.get(i)));
            }
        }
        final boolean spoilt = random.nextInt(3) == 0;
        if (spoilt) {
            spoil(shape, asked, values, pieces);
        }
        Collections.shuffle(pieces, random);
        final String body = whole(shape, pieces);
        if (spoilt) {
            assertThrows(BadReplyException.class, () -> contract.answers(body, asked), () -> seed() + body);
            return;
        }
        final List<ItemAnswer> answers = contract.answers(body, asked);
        for (int i = 0; i < asked.size(); i++) {
            final String own = values.get(i);
            final String told = Told.line(answers.get(i));
            final String expected = own != null
                    ? "found [{value=" + own + "}]"
                    : shape == 0 || asked.size() > 1 ? "missing" : "not found";
            assertEquals(expected, told, () -> seed() + body);
        }
    }

    /** Something that was not asked, or an item twice, with another value. */
    private void spoil(int shape, List<RestItem> asked, Map<Integer, String> values, List<String> pieces) {
        if (random.nextBoolean() && !values.isEmpty()) {
            final int twice = new ArrayList<>(values.keySet()).get(random.nextInt(values.size()));
            pieces.add(piece(shape, asked.get(twice), "another"));
        } else {
            final List<Object> key = new ArrayList<>(asked.get(0).arguments().values());
            key.set(0, key.get(0) instanceof String ? "foreign" : "00000000-dead-0000-0000-000000000000");
            pieces.add(piece(
                    shape,
                    new RestItem(Arguments.of(key.toArray()), Described.FIRST_ID + asked.size(), ""),
                    "another"));
        }
    }

    private String piece(int shape, RestItem item, String value) {
        final List<Object> key = item.arguments().values();
        final String space = random.nextBoolean() ? " " : "";
        return switch (shape) {
            case 0 -> "{\"value\":" + text(value) + "," + space + "\"status\":200,\"id\":" + item.id() + "}";
            case 1 -> "{\"b\":" + key(key.get(1)) + ",\"v\":" + text(value) + ",\"a\":" + space + key(key.get(0)) + "}";
            case 2 -> "{\"v\":" + space + text(value) + ",\"a\":" + key(key.get(0)) + "}";
            default -> field(key.get(0)) + space + ":{\"v\":" + text(value) + "}";
        };
    }

    private String whole(int shape, List<String> pieces) {
        final String all = String.join(random.nextBoolean() ? "," : ",\n  ", pieces);
        return switch (shape) {
            case 0 -> "{\"items\":[" + all + "]}";
            case 3 -> "{\"all\":{" + all + "}}";
            default -> "{\"more\":null,\"list\":[" + all + "]}";
        };
    }

    /** Keys that differ, of one type for each argument. */
    private List<Arguments> keys(int arguments) {
        final List<ValueType> types = new ArrayList<>();
        for (int i = 0; i < arguments; i++) {
            types.add(TYPES.get(random.nextInt(TYPES.size())));
        }
        final Map<List<Object>, Arguments> keys = new LinkedHashMap<>();
        final int count = 1 + random.nextInt(30);
        for (int i = 0; i < count; i++) {
            final List<Object> key = types.stream().map(this::value).toList();
            keys.putIfAbsent(key.stream().map(RandomResponsesTest::plain).toList(), Arguments.of(key.toArray()));
        }
        return List.copyOf(keys.values());
    }

    /** Decimals that differ in their zeros only, and the two zeros of doubles, are one key to a service. */
    private static Object plain(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.signum() == 0 ? BigDecimal.ZERO : decimal.stripTrailingZeros();
        }
        return value instanceof Double number ? (Object) (number + 0.0) : value;
    }

    private Object value(ValueType type) {
        return switch (type) {
            case LONG -> random.nextBoolean() ? random.nextInt(20) - 10L : random.nextLong();
            case DOUBLE -> random.nextBoolean() ? random.nextInt(40) / 4.0 : random.nextGaussian() * 1e18;
            case DECIMAL -> new BigDecimal(new BigInteger(1 + random.nextInt(90), random), random.nextInt(12) - 3);
            case TEXT -> randomText();
            case DATE -> LocalDate.ofEpochDay(random.nextInt(40_000));
            case TIME -> LocalTime.ofNanoOfDay(random.nextInt(86_400) * 1_000_000_000L + random.nextInt(2));
            case TIMESTAMP -> LocalDateTime.ofEpochSecond(random.nextInt(), 0, java.time.ZoneOffset.UTC);
            case INSTANT -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
            case UUID -> new UUID(random.nextLong(), random.nextInt(4));
            default -> throw new IllegalArgumentException(type.name());
        };
    }

    private String randomText() {
        final String alphabet = "aAbB01.,;:-+&=/?#%{}()\"'\\ \n\u0000é\u20ac";
        final StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return random.nextInt(10) == 0 ? text.append("\uD83D\uDE00").toString() : text.toString();
    }

    /** A key as one service or another writes it. */
    private String key(Object key) {
        if (key instanceof String value) {
            return text(value);
        }
        if (key instanceof Number) {
            final String number = key instanceof BigDecimal decimal && random.nextBoolean()
                    ? decimal.toPlainString()
                    : key.toString();
            return random.nextInt(3) == 0 ? "\"" + number + "\"" : number;
        }
        if (key instanceof UUID && random.nextBoolean()) {
            return text(key.toString().toUpperCase(Locale.ROOT));
        }
        return text(key.toString());
    }

    private String field(Object key) {
        final String written = key(key);
        return written.startsWith("\"") ? written : "\"" + written + "\"";
    }

    private String text(String text) {
        final boolean pairs = random.nextBoolean();
        final StringBuilder json = new StringBuilder("\"");
        for (final char c : text.toCharArray()) {
            final boolean must = c < ' ' || c == '"' || c == '\\';
            final boolean may = Character.isSurrogate(c) ? pairs : random.nextInt(8) == 0;
            json.append(must || may ? String.format("\\u%04x", (int) c) : String.valueOf(c));
        }
        return json.append('"').toString();
    }

    private String seed() {
        return "seed " + seed + ": ";
    }
}
