package dev.sluice.perf.events;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
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
    private static final int DIGITS = 16;

    private final DistinctKeys keys;
    private byte[] prefix = new byte[0];
    private Map<Long, AtomicLongArray> pages;
    private byte[] response = new byte[1 << 12];
    private int size;
    private int items;
    private int distinct;

    PostedEvents(DistinctKeys keys) {
        this.keys = keys;
        this.pages = keys.pages("");
    }

    /** Takes the events of a body; the response is in {@link #response}. */
    void take(byte[] body, int length) throws IOException {
        size = 0;
        items = 0;
        distinct = 0;
        append(BEGIN, 0, BEGIN.length);
        int at = expect(body, 0, BEGIN);
        while (at < length && body[at] != ']') {
            at = body[at] == ',' ? at + 1 : at;
            at = item(body, at, length);
            items++;
        }
        append(ascii("]}"), 0, 2);
    }

    private int item(byte[] body, int from, int length) throws IOException {
        final int id = expect(body, from, ID);
        int at = id;
        while (body[at] != ',') {
            at++;
        }
        if (items > 0) {
            append((byte) ',');
        }
        append(ID, 0, ID.length);
        append(body, id, at - id);
        append(TAKEN, 0, TAKEN.length);
        final int key = expect(body, at, KEY);
        at = key;
        while (body[at] != '"') {
            at++;
        }
        key(body, key, at);
        return behindObjects(body, expect(body, at, PAYLOAD), length);
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

    /** Behind the payload's end and the item's: payloads have no braces in texts. */
    private static int behindObjects(byte[] body, int from, int length) throws IOException {
        int open = 1;
        for (int at = from; at < length; at++) {
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

    private void append(byte one) {
        room(1);
        response[size++] = one;
    }

    private void append(byte[] from, int offset, int count) {
        room(count);
        System.arraycopy(from, offset, response, size, count);
        size += count;
    }

    private void room(int more) {
        if (size + more > response.length) {
            response = Arrays.copyOf(response, 2 * (size + more));
        }
    }

    /** The response's body, in the first {@link #size} bytes. */
    byte[] response() {
        return response;
    }

    int size() {
        return size;
    }

    /** Events of the last body. */
    int items() {
        return items;
    }

    /** Those of them that had not come before. */
    int distinct() {
        return distinct;
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
