package dev.sluice.perf.events;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Reads the bodies of one connection's posts and writes the responses. It knows no JSON but what the senders of this
 * experiment write, ids first, then idempotency keys that end in 16 hexadecimal digits: a parser would take most of the
 * sink's time, and the machine is the senders'. Anything else is an error. One thread.
 */
final class PostedEvents {

    private static final byte[] BEGIN = ascii("{\"items\":[");
    private static final byte[] ID = ascii("{\"id\":");
    private static final byte[] KEY = ascii(",\"idempotencyKey\":\"");
    private static final byte[] PAYLOAD = ascii("\",\"payload\":");
    private static final byte[] TAKEN = ascii(",\"status\":200}");
    private static final byte[] END = ascii("]}");
    private static final int DIGITS = 16;

    private final DistinctKeys keys;
    private final ByteArrayOutputStream response = new ByteArrayOutputStream(1 << 12);
    private byte[] prefix = new byte[0];
    private Map<Long, AtomicLongArray> pages;
    private int items;
    private int distinct;

    PostedEvents(DistinctKeys keys) {
        this.keys = keys;
        this.pages = keys.pages("");
    }

    /**
     * A set of idempotency keys that end in a number: a bit each, since a set of texts would cost the sink more than all
     * its other work. Exact. Any thread.
     */
    static final class DistinctKeys {

        private static final int PAGE_BITS = 16;
        private static final int WORDS = 1 << PAGE_BITS - 6;
        private static final int IN_PAGE = (1 << PAGE_BITS) - 1;

        private final Map<String, Map<Long, AtomicLongArray>> prefixes = new ConcurrentHashMap<>();

        /** The pages of a key's text before the number. */
        private Map<Long, AtomicLongArray> pages(String prefix) {
            return prefixes.computeIfAbsent(prefix, key -> new ConcurrentHashMap<>());
        }

        /** Adds a number; false if it is there. */
        private static boolean add(Map<Long, AtomicLongArray> pages, long number) {
            final AtomicLongArray page = pages.computeIfAbsent(number >>> PAGE_BITS, key -> new AtomicLongArray(WORDS));
            final int bit = (int) number & IN_PAGE;
            final long mask = 1L << bit;
            return (page.getAndUpdate(bit >>> 6, word -> word | mask) & mask) == 0;
        }
    }

    /** Takes the events of a body, and returns the response's, which holds until the next one is taken. */
    ByteArrayOutputStream take(byte[] body) throws IOException {
        response.reset();
        items = 0;
        distinct = 0;
        response.write(BEGIN);
        int at = expect(body, 0, BEGIN);
        while (at < body.length && body[at] != ']') {
            at = body[at] == ',' ? at + 1 : at;
            at = item(body, at);
            items++;
        }
        response.write(END);
        return response;
    }

    private int item(byte[] body, int from) throws IOException {
        final int id = expect(body, from, ID);
        final int idEnd = next(body, id, ',');
        if (items > 0) {
            response.write(',');
        }
        response.write(ID);
        response.write(body, id, idEnd - id);
        response.write(TAKEN);
        final int key = expect(body, idEnd, KEY);
        final int keyEnd = next(body, key, '"');
        key(body, key, keyEnd);
        return afterObjects(body, expect(body, keyEnd, PAYLOAD));
    }

    private static int next(byte[] body, int from, char end) {
        int at = from;
        while (body[at] != end) {
            at++;
        }
        return at;
    }

    private void key(byte[] body, int from, int to) {
        final int digits = to - DIGITS;
        if (!Arrays.equals(body, from, digits, prefix, 0, prefix.length)) {
            prefix = Arrays.copyOfRange(body, from, digits);
            pages = keys.pages(new String(prefix, StandardCharsets.US_ASCII));
        }
        long number = 0;
        for (int i = digits; i < to; i++) {
            number = number << 4 | HexFormat.fromHexDigit(body[i]);
        }
        if (DistinctKeys.add(pages, number)) {
            distinct++;
        }
    }

    /** After the payload's end and the item's: payloads have no braces in texts. */
    private static int afterObjects(byte[] body, int from) throws IOException {
        int open = 1;
        for (int at = from; at < body.length; at++) {
            if (body[at] == '{') {
                open++;
            } else if (body[at] == '}' && --open == 0) {
                return at + 1;
            }
        }
        throw new IOException("an item without an end");
    }

    private static int expect(byte[] body, int from, byte[] text) throws IOException {
        final int to = from + text.length;
        if (to > body.length || !Arrays.equals(body, from, to, text, 0, text.length)) {
            throw new IOException("not what the senders write, at byte " + from + ": "
                    + new String(body, 0, Math.min(body.length, 300), StandardCharsets.UTF_8));
        }
        return to;
    }

    /** Events of the last body. */
    int items() {
        return items;
    }

    /** Those of them that had not come before. */
    int distinct() {
        return distinct;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
