package dev.sluice.service.rest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** A request as it came through a socket, and responses as bytes. */
record Http(String line, Map<String, String> headers, String body) {

    /** The next request of a connection; {@code null} at its end. */
    static Http read(InputStream in) throws IOException {
        final String line = line(in);
        if (line.isEmpty()) {
            return null;
        }
        final Map<String, String> headers = new TreeMap<>();
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            final int colon = header.indexOf(':');
            headers.put(
                    header.substring(0, colon).toLowerCase(Locale.ROOT),
                    header.substring(colon + 1).strip());
        }
        final int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        return new Http(line, headers, new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    /** The values of a parameter that the query repeats. */
    List<String> values(String parameter) {
        return Pattern.compile("[?&]" + parameter + "=(\\w+)")
                .matcher(line)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static String line(InputStream in) throws IOException {
        final ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (c != '\r') {
                line.write(c);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    /** A response with a length. */
    static byte[] response(int status, String headers, byte[] body) {
        return join(head(status, headers + "Content-Length: " + body.length + "\r\n"), body);
    }

    static byte[] response(int status, String headers, String body) {
        return response(status, headers, body.getBytes(StandardCharsets.UTF_8));
    }

    /** A good response of type JSON. */
    static byte[] json(String body) {
        return response(200, Items.JSON_TYPE, body);
    }

    /** A good response with a list of documents. */
    static byte[] json(Stream<String> documents) {
        return json(documents.collect(Collectors.joining(",", "[", "]")));
    }

    static byte[] head(int status, String headers) {
        return ("HTTP/1.1 " + status + " Told\r\n" + headers + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    static byte[] gzip(byte[] bytes) {
        final ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
        return packed.toByteArray();
    }

    private static byte[] join(byte[] one, byte[] other) {
        final ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(one);
        both.writeBytes(other);
        return both.toByteArray();
    }
}
