package dev.sluice.service.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** What a service can do wrong with a whole response; each of them is over once it answers well again. */
enum Fault implements RawServer.Handler {
    DUPLICATE_ID((request, connection) -> respond(request, connection, answers -> {
        answers.add(answers.get(0));
        return answers;
    })),
    ID_OF_ANOTHER_ITEM((request, connection) -> respond(request, connection, answers -> {
        answers.get(0).put("id", answers.get(answers.size() - 1).path("id").asLong() * 10);
        return answers;
    })),
    IDS_OF_THE_CALL_BEFORE((request, connection) -> respond(request, connection, answers -> {
        answers.forEach(one -> one.put("id", one.path("id").asLong() - 1_000_000));
        return answers;
    })),
    EMPTY_BODY((request, connection) -> write(connection, Http.response(200, Items.JSON_TYPE, ""))),
    NO_CONTENT((request, connection) -> write(connection, Http.head(204, Items.JSON_TYPE))),
    CUT_JSON((request, connection) -> {
        final String whole = body(request);
        return write(connection, Http.response(200, Items.JSON_TYPE, whole.substring(0, whole.length() - 7)));
    }),
    TRUNCATED((request, connection) -> {
        final byte[] whole = Items.good(request);
        connection.write(Arrays.copyOf(whole, whole.length - 9));
        return false;
    }),
    LONGER_THAN_IT_SAYS((request, connection) -> {
        final byte[] body = body(request).getBytes(StandardCharsets.UTF_8);
        connection.write(Http.head(200, Items.JSON_TYPE + "Content-Length: " + (body.length - 20) + "\r\n"));
        return write(connection, body);
    }),
    RESET_IN_MID_BODY((request, connection) -> {
        final byte[] whole = Items.good(request);
        connection.write(Arrays.copyOf(whole, whole.length - 9));
        connection.reset();
        return false;
    }),
    RESET_AT_ONCE((request, connection) -> {
        connection.reset();
        return false;
    }),
    CLOSED_AT_ONCE((request, connection) -> false),
    NO_HTTP((request, connection) -> {
        connection.write("220 mail.example.org ESMTP\r\n".getBytes(StandardCharsets.US_ASCII));
        return false;
    }),
    NOT_JSON((request, connection) -> write(connection, Http.response(200, Items.JSON_TYPE, "<html>Welcome</html>"))),
    ANOTHER_JSON((request, connection) -> write(connection, Http.response(200, Items.JSON_TYPE, "[1, 2, null]"))),
    DEEP_JSON((request, connection) ->
            write(connection, Http.response(200, Items.JSON_TYPE, "{\"items\":" + "[".repeat(30_000)))),
    WRONG_TYPES((request, connection) -> respond(request, connection, answers -> {
        answers.forEach(one -> one.put("status", "fine"));
        return answers;
    })),
    WRONG_CONTENT_TYPE((request, connection) ->
            write(connection, Http.response(200, "Content-Type: text/html\r\n", body(request)))),
    WRONGLY_PACKED((request, connection) ->
            write(connection, Http.response(200, Items.JSON_TYPE + "Content-Encoding: gzip\r\n", body(request)))),
    PACKED_OTHERWISE((request, connection) ->
            write(connection, Http.response(200, Items.JSON_TYPE + "Content-Encoding: br\r\n", body(request)))),
    GZIP_BOMB((request, connection) ->
            write(connection, Http.response(200, Items.JSON_TYPE + "Content-Encoding: gzip\r\n", Bomb.PACKED))),
    ENDLESS_STREAM((request, connection) -> {
        connection.write(Http.head(200, Items.JSON_TYPE + "Connection: close\r\n"));
        while (true) {
            connection.write(" ".repeat(8 << 10).getBytes(StandardCharsets.US_ASCII)); // until the other side hangs up
        }
    }),
    TOO_LARGE((request, connection) ->
            write(connection, Http.response(200, Items.JSON_TYPE, body(request) + " ".repeat(80 << 10)))),
    MOVED((request, connection) ->
            write(connection, Http.response(301, "Location: http://127.0.0.1:1/elsewhere\r\n", ""))),
    NOT_MODIFIED((request, connection) -> write(connection, Http.head(304, ""))),
    UNAUTHORIZED((request, connection) -> write(connection, Http.response(401, "", "who are you?"))),
    CHALLENGED((request, connection) ->
            write(connection, Http.response(401, "WWW-Authenticate: Basic realm=\"crm\"\r\n", ""))),
    FORBIDDEN((request, connection) -> write(connection, Http.response(403, "", "not you"))),
    NOT_THERE((request, connection) -> write(connection, Http.response(404, "", "no such page"))),
    METHOD_NOT_ALLOWED((request, connection) -> write(connection, Http.response(405, "", ""))),
    NOT_ACCEPTABLE((request, connection) -> write(connection, Http.response(406, "", ""))),
    PROXY_WANTS_TO_KNOW((request, connection) -> write(connection, Http.response(407, "", ""))),
    TIMED_OUT_WAITING((request, connection) -> write(connection, Http.response(408, "", ""))),
    GONE((request, connection) -> write(connection, Http.response(410, "", ""))),
    UNSUPPORTED_TYPE((request, connection) -> write(connection, Http.response(415, "", ""))),
    TOO_EARLY((request, connection) -> write(connection, Http.response(425, "", ""))),
    TOO_MANY_REQUESTS((request, connection) -> write(connection, Http.response(429, "", "slow down"))),
    FAILED((request, connection) -> write(connection, Http.response(500, "", "NullPointerException"))),
    NOT_IMPLEMENTED((request, connection) -> write(connection, Http.response(501, "", ""))),
    BAD_GATEWAY((request, connection) -> write(connection, Http.response(502, "", ""))),
    UNAVAILABLE((request, connection) -> write(connection, Http.response(503, "", ""))),
    GATEWAY_TIMED_OUT((request, connection) -> write(connection, Http.response(504, "", ""))),
    ENDLESS_ERROR((request, connection) -> {
        connection.write(Http.head(500, "Connection: close\r\n"));
        while (true) {
            connection.write("error ".repeat(1_000).getBytes(StandardCharsets.US_ASCII));
        }
    }),
    EVERY_ITEM_FAILED((request, connection) -> {
        final List<ObjectNode> answers = Items.asked(request.body()).stream()
                .map(item -> Items.answer(item, 500))
                .toList();
        return write(connection, Http.response(207, Items.JSON_TYPE, Items.body(answers)));
    }),
    EVERY_ITEM_BUSY((request, connection) -> {
        final List<ObjectNode> answers = Items.asked(request.body()).stream()
                .map(item -> Items.answer(item, 503))
                .toList();
        return write(connection, Http.response(207, Items.JSON_TYPE, Items.body(answers)));
    }),
    NO_ITEMS((request, connection) -> write(connection, Http.response(200, Items.JSON_TYPE, "{\"items\":[]}"))),
    /** Only the response timeout ends it. */
    NO_REPLY((request, connection) -> {
        connection.awaitEnd();
        return false;
    }),
    /** Only the call timeout ends it. */
    ONE_BYTE_A_SECOND((request, connection) -> {
        connection.write(Http.head(200, Items.JSON_TYPE + "Content-Length: 10000\r\n"));
        do {
            connection.write(new byte[] {' '});
        } while (!connection.ends(1_000));
        return false;
    });

    private final RawServer.Handler handler;

    Fault(RawServer.Handler handler) {
        this.handler = handler;
    }

    @Override
    public boolean answer(Http request, RawServer.Connection connection) throws IOException, InterruptedException {
        return handler.answer(request, connection);
    }

    /** 5 MB of nothing in 5 KB. */
    private static final class Bomb {
        private static final byte[] PACKED = Http.gzip(new byte[5 << 20]);
    }

    /** Whether the response itself is good, and says of each item that it failed: more than once, that is believed. */
    boolean ofItems() {
        return this == EVERY_ITEM_FAILED || this == NO_ITEMS || this == WRONG_TYPES;
    }

    /** Whether its status is good, and all of its response came, and does not fit the configuration. */
    boolean misfits() {
        return switch (this) {
            case DUPLICATE_ID,
                    ID_OF_ANOTHER_ITEM,
                    IDS_OF_THE_CALL_BEFORE,
                    EMPTY_BODY,
                    NO_CONTENT,
                    CUT_JSON,
                    LONGER_THAN_IT_SAYS,
                    NOT_JSON,
                    ANOTHER_JSON,
                    DEEP_JSON,
                    WRONG_TYPES,
                    WRONG_CONTENT_TYPE,
                    WRONGLY_PACKED,
                    PACKED_OTHERWISE,
                    GZIP_BOMB,
                    ENDLESS_STREAM,
                    TOO_LARGE,
                    NO_ITEMS -> true;
            default -> false;
        };
    }

    /** Whether it takes a timeout to notice it. */
    boolean slow() {
        return this == NO_REPLY || this == ONE_BYTE_A_SECOND;
    }

    private static String body(Http request) throws IOException {
        return Items.body(Items.answers(Items.asked(request.body())));
    }

    private static boolean respond(
            Http request, RawServer.Connection connection, UnaryOperator<List<ObjectNode>> change) throws IOException {
        final List<ObjectNode> answers = change.apply(Items.answers(Items.asked(request.body())));
        return write(connection, Http.response(200, Items.JSON_TYPE, Items.body(answers)));
    }

    private static boolean write(RawServer.Connection connection, byte[] bytes) throws IOException {
        connection.write(bytes);
        return true;
    }
}
