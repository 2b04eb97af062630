package dev.sluice.perf.events;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Map;

/**
 * Reads the bodies of one connection's posts and writes the responses. It knows no JSON but what the senders of this
 * experiment write, ids first, then idempotency keys, of which the part before the first '-' is the sender's and the end the
 * event's number in hexadecimal digits, payloads without braces in texts: a parser would take most of the sink's time, and the machine is the senders'. Anything else is an error. One thread.
 */
final class PostedEvents {

    private static final byte[] BEGIN = ascii("{\"items\":[");
    private static final byte[] ID = ascii("{\"id\":");
    private static final byte[] KEY = ascii(",\"idempotencyKey\":\"");
    private static final byte[] PAYLOAD = ascii("\",\"payload\":");
    private static final byte[] TAKEN = ascii(",\"status\":200}");
    private static final byte[] END = ascii("]}");
    /** The digits of a key that are a number; senders count with them, and texts for each would cost more than a bit. */
    private static final int DIGITS = 8;

    private final Map<String, BitSet> keys;
    private final ByteArrayOutputStream response = new ByteArrayOutputStream(1 << 12);
    private byte[] sender = new byte[0];
    private BitSet numbers = new BitSet();
    private int items;
    private int distinct;

    /** @param keys of all connections: the numbers that came, by their senders; for any thread */
    PostedEvents(Map<String, BitSet> keys) {
        this.keys = keys;
    }

    /** Takes the events of a body, and returns the response's, which holds until the next one is taken. */
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

    /** Takes an item, and returns where it ends. */
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

    /** Returns the place after a text. */
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

    /** Events of the last body that had not come before. */
    int distinct() {
        return distinct;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
