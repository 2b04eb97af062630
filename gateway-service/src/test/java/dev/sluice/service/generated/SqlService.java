package dev.sluice.service.generated;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.api.ValueType;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Speaks the default contract, and asks a database for one key at a time; a query that fails is status 422. Or it leaves out
 * what it does not find, and of several keys also what it does, as services do that were not made for chunks.
 */
final class SqlService implements AutoCloseable {

    static final int FAILED = 422;
    /** Of an item that is to be asked again. */
    static final int BUSY = 409;

    /** What it leaves out of a response, or says of it otherwise. */
    enum Loss {
        NOTHING,
        NOT_FOUND,
        ALL_BUT_THE_LAST,
        EVERYTHING_OF_SEVERAL,
        BEYOND_A_PAGE,
        /** A page, and how many items there are. */
        BEYOND_A_PAGE_WITH_TOTAL,
        /** After some calls it drops half of all keys from calls for several, always the same ones. */
        A_KIND_OF_KEY_LATER,
        /** A null stands where a key is not there. */
        NULLS,
        /** 404 to a call of which a key is not there. */
        STATUS_OF_ALL,
        /** No body to a call of which a key is not there. */
        EMPTY_OF_ALL,
        /** Every third call: half of the items, and that it ran out of time. */
        OUT_OF_TIME,
        /** Some items are busy at first. */
        BUSY_ITEMS;

        /** Whether it says of each key that is not there that it is not. */
        boolean statesMisses() {
            return this == NOTHING || this == OUT_OF_TIME || this == BUSY_ITEMS;
        }
    }

    private static final int PAGE = 3;
    private static final int CALLS_BEFORE_LOSS = 4;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final PlainJdbc plain;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private volatile Loss loss = Loss.NOTHING;
    private final AtomicInteger calls = new AtomicInteger();
    private final Map<String, Step.Shape> lookups = new ConcurrentHashMap<>();

    SqlService(PlainJdbc plain) throws IOException {
        this.plain = plain;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Answers the lookups of a program from now on, by the names that it gives them. */
    void serve(Case program, Loss what) {
        loss = what;
        calls.set(0);
        lookups.clear();
        program.shapes().forEach(lookup -> lookups.put(lookup.name(), lookup));
    }

    private void answer(HttpExchange exchange) throws IOException {
        final String path = exchange.getRequestURI().getPath();
        final Step.Shape lookup = lookups.get(path.substring(1, path.indexOf(':')));
        final ObjectNode body = JSON.createObjectNode();
        final ArrayNode items = body.putArray("items");
        final JsonNode asked = JSON.readTree(exchange.getRequestBody()).path("items");
        final int call = calls.incrementAndGet();
        boolean missing = false;
        for (final JsonNode item : asked) {
            final ObjectNode answer = answer(lookup, item);
            if (loss == Loss.BUSY_ITEMS && (call + item.get("id").asInt()) % 3 == 0) {
                answer.put("status", BUSY).remove("value");
            }
            if (loss.statesMisses() || answer.get("status").intValue() != 404) {
                items.add(answer);
            } else {
                missing = true;
            }
        }
        if (missing && (loss == Loss.STATUS_OF_ALL || loss == Loss.EMPTY_OF_ALL)) {
            exchange.sendResponseHeaders(loss == Loss.STATUS_OF_ALL ? 404 : call % 2 == 0 ? 200 : 204, -1);
            exchange.close();
            return;
        }
        final int all = items.size();
        leaveOut(items, asked, call);
        body.put("total", loss == Loss.BEYOND_A_PAGE_WITH_TOTAL ? all : items.size());
        body.put("again", loss == Loss.OUT_OF_TIME && call % 3 == 0);
        if (missing && loss == Loss.NULLS) {
            items.insertNull(items.size() / 2);
            body.put("total", items.size());
        }
        final byte[] bytes = JSON.writeValueAsBytes(body);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(207, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private void leaveOut(ArrayNode items, JsonNode asked, int call) {
        if (loss == Loss.OUT_OF_TIME && call % 3 == 0) {
            while (items.size() > asked.size() / 2) {
                items.remove(0);
            }
        }
        if (loss == Loss.A_KIND_OF_KEY_LATER && call > CALLS_BEFORE_LOSS && asked.size() > 1) {
            for (final JsonNode item : asked) {
                for (int i = items.size() - 1;
                        i >= 0 && (item.get("key").toString().hashCode() & 1) == 0;
                        i--) {
                    if (items.get(i).get("id").equals(item.get("id"))) {
                        items.remove(i);
                    }
                }
            }
        }
        if (loss == Loss.EVERYTHING_OF_SEVERAL && asked.size() > 1) {
            items.removeAll();
        }
        while ((loss == Loss.BEYOND_A_PAGE || loss == Loss.BEYOND_A_PAGE_WITH_TOTAL) && items.size() > PAGE) {
            items.remove(PAGE);
        }
        final JsonNode last = asked.path(asked.size() - 1).path("id");
        for (int i = items.size() - 1; loss == Loss.ALL_BUT_THE_LAST && i >= 0; i--) {
            if (!items.get(i).get("id").equals(last)) {
                items.remove(i);
            }
        }
    }

    private synchronized ObjectNode answer(Step.Shape lookup, JsonNode item) {
        final ObjectNode answer = JSON.createObjectNode();
        answer.set("id", item.get("id"));
        try {
            final PlainJdbc.Found found = plain.found(lookup, arguments(lookup, item.get("key")));
            if (found.rows().isEmpty()) {
                return answer.put("status", 404);
            }
            final ArrayNode rows = answer.put("status", 200).putArray("value");
            found.rows().forEach(row -> addRow(rows.addObject(), found.names(), row));
            return answer;
        } catch (final SQLException | RuntimeException e) {
            answer.put("status", FAILED).putObject("problem").put("detail", String.valueOf(e.getMessage()));
            return answer;
        }
    }

    private static Object[] arguments(Step.Shape lookup, JsonNode key) {
        final List<ValueType> types =
                lookup.parameters().stream().map(Kind::argument).toList();
        final List<JsonNode> parts = new ArrayList<>();
        if (types.size() == 1) {
            parts.add(key);
        } else {
            key.forEach(parts::add);
        }
        final Object[] arguments = new Object[types.size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = parts.get(i).isNull() ? null : argument(types.get(i), parts.get(i));
        }
        return arguments;
    }

    private static Object argument(ValueType type, JsonNode part) {
        return switch (type) {
            case LONG -> part.longValue();
            case DECIMAL -> part.decimalValue();
            case BOOLEAN -> part.booleanValue();
            case TEXT -> part.textValue();
            case DATE -> LocalDate.parse(part.textValue());
            case TIMESTAMP -> LocalDateTime.parse(part.textValue());
            case UUID -> UUID.fromString(part.textValue());
            default -> throw new IllegalArgumentException("no " + type + " in the programs");
        };
    }

    private static void addRow(ObjectNode json, List<String> names, List<Object> row) {
        for (int i = 0; i < row.size(); i++) {
            final Object value = row.get(i);
            if (value == null) {
                json.putNull(names.get(i));
            } else if (value instanceof Long number) {
                json.put(names.get(i), number);
            } else if (value instanceof Boolean flag) {
                json.put(names.get(i), flag);
            } else if (value instanceof BigDecimal || value instanceof String || value instanceof UUID) {
                json.put(names.get(i), value.toString());
            } else if (value instanceof LocalDate || value instanceof LocalDateTime) {
                json.put(names.get(i), value.toString());
            } else {
                throw new IllegalArgumentException("no " + value.getClass() + " in the programs");
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
