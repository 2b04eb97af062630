package dev.sluice.perf.events;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Map;

/**
 * Reads the bodies of the posts on one connection, and writes the responses. It understands only the JSON that the senders of
 * this experiment write, because a general parser would take most of the sink's CPU time, which should be left to the senders.
 * Each item has first the id, then the idempotency key, then the payload, which has no braces in strings. The part of a key
 * before the first '-' identifies the sender, and the last digits of the key are the event's number in hexadecimal. Any other
 * input is an error. Not thread-safe.
 */
final class PostedEvents {

    private static final byte[] BEGIN = ascii("{\"items\":[");
    private static final byte[] ID = ascii("{\"id\":");
    private static final byte[] KEY = ascii(",\"idempotencyKey\":\"");
    private static final byte[] PAYLOAD = ascii("\",\"payload\":");
    private static final byte[] TAKEN = ascii(",\"status\":200}");
    private static final byte[] END = ascii("]}");
    /**
     * The number of digits at the end of a key that give the event's number. Storing a bit for each number takes less memory than
     * storing the keys.
     */
    private static final int DIGITS = 8;

    private final Map<String, BitSet> keys;
    private final ByteArrayOutputStream response = new ByteArrayOutputStream(1 << 12);
    private byte[] sender = new byte[0];
    private BitSet numbers = new BitSet();
    private int items;
    private int distinct;

    /** @param keys the event numbers that have arrived on all connections, by sender; shared by all threads */
    PostedEvents(Map<String, BitSet> keys) {
        this.keys = keys;
    }

    /** Reads the events of a request body, and returns the response body, which is valid until the next call. */
    ByteArrayOutputStream take(byte[] body) throws IOException {
        response.reset();
        items = 0;
        distinct = 0;
        response.write(BEGIN);
        int at = expect(body, 0, BEGIN);
        while (at < body.length && body[at] != ']') {
            at = item(body, body[at] == ',' ? at + 1 : at);
            items++;
        }
        response.write(END);
        return response;
    }

    /** Reads an item, and returns its end position. */
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
        int at = expect(body, keyEnd, PAYLOAD);
        for (int open = 1; open > 0; at++) {
            open += body[at] == '{' ? 1 : body[at] == '}' ? -1 : 0;
        }
        return at;
    }

    private static int next(byte[] body, int from, char end) {
        int at = from;
        while (body[at] != end) {
            at++;
        }
        return at;
    }

    private void key(byte[] body, int from, int to) {
        final int senderEnd = next(body, from, '-');
        if (!Arrays.equals(body, from, senderEnd, sender, 0, sender.length)) {
            sender = Arrays.copyOfRange(body, from, senderEnd);
            numbers = keys.computeIfAbsent(new String(sender, StandardCharsets.US_ASCII), text -> new BitSet());
        }
        int number = 0;
        for (int i = to - DIGITS; i < to; i++) {
            number = number << 4 | HexFormat.fromHexDigit(body[i]);
        }
        synchronized (numbers) {
            distinct += numbers.get(number) ? 0 : 1;
            numbers.set(number);
        }
    }

    /** Checks that the given text comes next, and returns the position after it. */
    private static int expect(byte[] body, int from, byte[] text) throws IOException {
        final int to = from + text.length;
        if (to > body.length || !Arrays.equals(body, from, to, text, 0, text.length)) {
            throw new IOException("not in the format of the senders, at byte " + from + ": "
                    + new String(body, 0, Math.min(body.length, 300), StandardCharsets.UTF_8));
        }
        return to;
    }

    /** The number of events in the last body. */
    int items() {
        return items;
    }

    /** The number of events in the last body that had not arrived before. */
    int distinct() {
        return distinct;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
