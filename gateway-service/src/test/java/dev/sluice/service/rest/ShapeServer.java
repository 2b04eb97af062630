package dev.sluice.service.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Customers with even ids, behind a server that answers as one of the well-known ones does: the same paths, filters and
 * forms, as far as a lookup by key needs them. It takes nothing that its model would not take.
 */
final class ShapeServer implements AutoCloseable {

    /** Whom it answers like. */
    enum Shape {
        JSON_SERVER,
        POSTGREST,
        COUCHDB,
        ELASTICSEARCH
    }

    /** What it leaves out of a response to several keys, as services do that nobody made for chunks. */
    enum Loss {
        NONE,
        /** It takes the last of repeated parameters. */
        LAST_OF_REPEATED,
        FIRST_OF_REPEATED,
        /** Repeated parameters find nothing. */
        NOTHING_FOR_REPEATED,
        /** It takes so many keys and no more. */
        KEYS_BEYOND_20,
        /** A page, without a word. */
        ROWS_BEYOND_20,
        /** A page, and where the next one is. */
        NEXT_PAGES,
        /** A page, and how many rows there are. */
        TOTAL
    }

    static final int PAGE = 20;

    private static final int CUSTOMERS = 1_000;
    /** Ids of a street, the half of which there are. */
    static final int STREET = 7;

    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern IN_LIST = Pattern.compile("in\\.\\((.*)\\)", Pattern.DOTALL);
    private static final Pattern IN_ITEM = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"|([^,\"]+)", Pattern.DOTALL);

    private final Shape shape;
    private final Loss loss;
    private final Map<String, ObjectNode> customers = new LinkedHashMap<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final AtomicInteger calls = new AtomicInteger();
    private final HttpServer server;

    ShapeServer(Shape shape) throws IOException {
        this(shape, Loss.NONE);
    }

    ShapeServer(Shape shape, Loss loss) throws IOException {
        this.shape = shape;
        this.loss = loss;
        for (int id = 0; id < CUSTOMERS; id += 2) {
            customers.put(String.valueOf(id), customer(id));
        }
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private static ObjectNode customer(int id) {
        final ObjectNode customer = JSON.createObjectNode().put("id", id).put("last_name", name(id));
        customer.put("city", id % 4 == 0 ? "Köln" : "Bonn");
        customer.put("street", id / STREET);
        return customer;
    }

    /** With everything in it that lists are cut at. */
    static String name(int id) {
        return "O'Neill, \"Jr.\" (" + id + ")";
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    int calls() {
        return calls.get();
    }

    private void handle(HttpExchange exchange) throws IOException {
        calls.incrementAndGet();
        int status = 200;
        byte[] body;
        try {
            body = JSON.writeValueAsBytes(answer(exchange));
        } catch (final IllegalArgumentException e) {
            status = 400;
            body = JSON.writeValueAsBytes(JSON.createObjectNode().put("error", e.getMessage()));
        }
        exchange.getResponseHeaders().set("Content-Type", "application/json; charset=utf-8");
        exchange.sendResponseHeaders(status, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private JsonNode answer(HttpExchange exchange) throws IOException {
        final String asked =
                exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
        final JsonNode body = JSON.readTree(exchange.getRequestBody());
        return switch (shape) {
            case JSON_SERVER -> {
                expect("GET /customers", asked);
                yield filtered(
                        exchange,
                        (field, values) -> customer ->
                                taken(values).contains(customer.get(field).asText()));
            }
            case POSTGREST -> {
                expect("GET /customer", asked);
                yield filtered(
                        exchange,
                        (field, values) -> customer -> inList(values.get(0))
                                .contains(customer.get(field).asText()));
            }
            case COUCHDB -> {
                expect("POST /customers/_all_docs", asked);
                expect("include_docs=true", exchange.getRequestURI().getRawQuery());
                yield allDocs(body.required("keys"));
            }
            case ELASTICSEARCH -> {
                expect("POST /customers/_mget", asked);
                yield multiGet(body.required("ids"));
            }
        };
    }

    private static void expect(String expected, String found) {
        if (!expected.equals(found)) {
            throw new IllegalArgumentException("expected " + expected + ", found " + found);
        }
    }

    private interface Filter {
        Predicate<ObjectNode> of(String field, List<String> values);
    }

    /** The customers of every filter of the query. */
    private JsonNode filtered(HttpExchange exchange, Filter filter) {
        final Map<String, List<String>> parameters = new LinkedHashMap<>();
        for (final String parameter : exchange.getRequestURI().getRawQuery().split("&")) {
            final String[] parts = parameter.split("=", 2);
            parameters
                    .computeIfAbsent(parts[0], name -> new ArrayList<>())
                    .add(URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        Stream<ObjectNode> found = customers.values().stream();
        for (final Map.Entry<String, List<String>> parameter : parameters.entrySet()) {
            found = found.filter(filter.of(parameter.getKey(), parameter.getValue()));
        }
        final ArrayNode list = JSON.createArrayNode();
        found.forEach(list::add);
        return paged(list);
    }

    private List<String> taken(List<String> values) {
        final int last = values.size() - 1;
        return switch (loss) {
            case LAST_OF_REPEATED -> values.subList(last, values.size());
            case FIRST_OF_REPEATED -> values.subList(0, 1);
            case NOTHING_FOR_REPEATED -> last > 0 ? List.of() : values;
            case KEYS_BEYOND_20 -> values.subList(0, Math.min(PAGE, values.size()));
            default -> values;
        };
    }

    private JsonNode paged(ArrayNode list) {
        final int all = list.size();
        if (loss != Loss.ROWS_BEYOND_20 && loss != Loss.NEXT_PAGES && loss != Loss.TOTAL) {
            return list;
        }
        while (list.size() > PAGE) {
            list.remove(PAGE);
        }
        return switch (loss) {
            case NEXT_PAGES ->
                JSON.createObjectNode()
                        .put("next", all > PAGE ? "?page=2" : null)
                        .set("data", list);
            case TOTAL -> JSON.createObjectNode().put("count", all).set("data", list);
            default -> list;
        };
    }

    private static List<String> inList(String text) {
        final Matcher list = IN_LIST.matcher(text);
        if (!list.matches()) {
            throw new IllegalArgumentException("no filter: " + text);
        }
        return IN_ITEM.matcher(list.group(1))
                .results()
                .map(item ->
                        item.group(2) != null ? item.group(2) : item.group(1).replaceAll("\\\\(.)", "$1"))
                .toList();
    }

    private ObjectNode allDocs(JsonNode keys) {
        final ObjectNode answer =
                JSON.createObjectNode().put("total_rows", customers.size()).put("offset", 0);
        final ArrayNode rows = answer.putArray("rows");
        for (final JsonNode key : keys) {
            final ObjectNode row = rows.addObject();
            final ObjectNode customer = key.isTextual() ? customers.get(key.asText()) : null;
            if (customer == null && key.asText().length() % 2 == 0) {
                row.put("id", key.asText()).put("key", key.asText()).putNull("doc");
                row.putObject("value").put("rev", "2-b").put("deleted", true);
            } else if (customer == null) {
                row.put("key", key.asText()).put("error", "not_found");
            } else {
                row.put("id", key.asText()).put("key", key.asText());
                row.putObject("value").put("rev", "1-a");
                row.putObject("doc").put("_id", key.asText()).put("_rev", "1-a").setAll(customer);
            }
        }
        return answer;
    }

    private ObjectNode multiGet(JsonNode ids) {
        final ObjectNode answer = JSON.createObjectNode();
        final ArrayNode docs = answer.putArray("docs");
        for (final JsonNode id : ids) {
            final ObjectNode customer = customers.get(id.asText());
            final ObjectNode doc = docs.addObject().put("_index", "customers").put("_id", id.asText());
            doc.put("found", customer != null);
            if (customer != null) {
                doc.put("_version", 1).set("_source", customer);
            }
        }
        return answer;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
