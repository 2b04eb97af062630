package dev.sluice.service.admin;

import java.nio.charset.StandardCharsets;

/**
 * An answer over HTTP.
 *
 * @param status the HTTP status
 * @param type the content type
 * @param body UTF-8
 */
record Page(int status, String type, byte[] body) {

    static Page of(int status, String type, String body) {
        return new Page(status, type, body.getBytes(StandardCharsets.UTF_8));
    }

    static Page text(int status, String line) {
        return of(status, "text/plain; charset=utf-8", line + "\n");
    }

    static Page json(int status, String json) {
        return of(status, "application/json", json + "\n");
    }
}
