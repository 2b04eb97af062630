package dev.sluice.service.rest.http;

import dev.sluice.api.FailureKind;
import dev.sluice.service.config.ServiceConfig;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.core.MaskedLog;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.slf4j.Logger;

/**
 * Converts the responses and the errors of the HTTP client to replies. Responses are decompressed and limited in size. Any thread
 * may call the methods.
 *
 * @param secrets the secrets sent to the service; messages mask them, because a response may repeat them
 */
record HttpReplies(ServiceConfig service, Secrets secrets) {

    private static final Logger LOG = MaskedLog.of(HttpReplies.class);

    /** The maximum number of bytes to read of an error response. No more are needed, because only a message quotes them. */
    private static final int ERROR_BYTES = 16 << 10;

    /** The JDK's error message after a client's selector thread has died. */
    private static final String DEAD_CLIENT = "selector manager closed";

    /** The maximum number of characters of an HTTP client's error that a message quotes. */
    private static final int SHOWN = 200;

    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;
    private static final Pattern BEGUN_CHARACTER = Pattern.compile("\ufffd+$");
    private static final int GOOD = 200;
    private static final int NOT_GOOD = 300;

    /** Returns the maximum number of bytes to read of a response with this status. */
    long limit(int status) {
        return good(status) ? service.responseBytes() : Math.min(ERROR_BYTES, service.responseBytes());
    }

    private static boolean good(int status) {
        return status >= GOOD && status < NOT_GOOD;
    }

    /** Converts a response that is complete, or was read up to its limit. */
    HttpReply read(HttpResponse.ResponseInfo response, LimitedBody.Content whole) {
        try {
            return unpacked(response, whole);
        } catch (final RuntimeException e) {
            LOG.error("A response could not be read; this is a fault of the gateway", e);
            final String reason = " cannot be read: " + e.getClass().getSimpleName();
            return good(response.statusCode())
                    ? unusable(response, FailureKind.REJECTED, "it" + reason)
                    : new HttpReply.Lost(FailureKind.REJECTED, "its response" + reason, response.statusCode());
        } catch (final Error e) {
            return new HttpReply.Fault(e);
        }
    }

    private HttpReply unpacked(HttpResponse.ResponseInfo response, LimitedBody.Content whole) {
        final boolean good = good(response.statusCode());
        LimitedBody.Content content = whole;
        final String encoding = header(response, "Content-Encoding").toLowerCase(Locale.ROOT);
        if (encoding.equals("gzip") || encoding.equals("x-gzip")) {
            try {
                content = unpacked(content, limit(response.statusCode()));
            } catch (final IOException e) {
                if (good) {
                    return unusable(response, FailureKind.REJECTED, "its gzip content is invalid: " + e.getMessage());
                }
                content = new LimitedBody.Content(new byte[0], false);
            }
        } else if (good && !encoding.isEmpty() && !encoding.equals("identity")) {
            return unusable(
                    response,
                    FailureKind.REJECTED,
                    "it is compressed as '" + secrets.quoted(encoding, SHOWN) + "', for which the gateway did not ask");
        }
        if (good && content.cut()) {
            return unusable(
                    response,
                    FailureKind.TOO_LARGE,
                    "it has more than " + service.responseBytes() + " bytes (responseBytes)");
        }
        return new HttpReply.Response(
                response.statusCode(),
                header(response, "Content-Type"),
                retryAfter(response),
                good || !content.cut() ? content.bytes() : withoutBegunSecret(content.bytes()));
    }

    private static HttpReply unusable(HttpResponse.ResponseInfo response, FailureKind kind, String reason) {
        return new HttpReply.Unusable(response.statusCode(), kind, reason);
    }

    /**
     * Masks the beginning of a credential at the end of an error body. Messages quote the body, and the body may have been cut
     * within the credential.
     */
    private byte[] withoutBegunSecret(byte[] body) {
        final String text = BEGUN_CHARACTER
                .matcher(new String(body, StandardCharsets.UTF_8))
                .replaceFirst("");
        return secrets.masked(text, true).getBytes(StandardCharsets.UTF_8);
    }

    private static LimitedBody.Content unpacked(LimitedBody.Content packed, long limit) throws IOException {
        if (packed.bytes().length == 0) {
            return packed;
        }
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed.bytes()))) {
            final byte[] bytes = in.readNBytes((int) Math.min(limit, LARGEST_ARRAY));
            return new LimitedBody.Content(bytes, packed.cut() || bytes.length == limit && in.read() >= 0);
        }
    }

    private static OptionalLong retryAfter(HttpResponse.ResponseInfo response) {
        return response.headers()
                .firstValue("Retry-After")
                .map(value -> RetryAfter.nanos(value, response.headers().firstValue("Date"), Instant.now()))
                .orElse(OptionalLong.empty());
    }

    private static String header(HttpResponse.ResponseInfo response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    /**
     * Converts the error of a request that got no response, or only a part of one.
     *
     * @param status the status of the partial response; 0 if there was none
     */
    HttpReply failed(Throwable thrown, int status) {
        final Throwable error = cause(thrown);
        if (error instanceof Error) {
            return new HttpReply.Fault(error);
        }
        if (error instanceof HttpConnectTimeoutException) {
            final long millis = Math.min(
                    service.connectTimeout().toMillis(),
                    service.responseTimeout().toMillis());
            return new HttpReply.NotReached("no connection within " + millis + " ms");
        }
        if (error instanceof HttpTimeoutException) {
            return new HttpReply.Lost(
                    FailureKind.TIMEOUT,
                    "no response within " + service.responseTimeout().toMillis() + " ms",
                    status);
        }
        if (error instanceof ConnectException) {
            final boolean unknown = Stream.iterate(error, Objects::nonNull, Throwable::getCause)
                    .anyMatch(UnresolvedAddressException.class::isInstance);
            return new HttpReply.NotReached(
                    unknown ? "unknown host '" + service.url().getHost() + "'" : "no connection: " + said(error));
        }
        if (error instanceof SSLHandshakeException || error instanceof SSLPeerUnverifiedException) {
            return new HttpReply.NotReached("no TLS: " + said(error));
        }
        return new HttpReply.Lost(FailureKind.REJECTED, said(error), status);
    }

    /** Whether there was no response because the client's own thread has died. */
    static boolean ofADeadClient(Throwable thrown) {
        return String.valueOf(cause(thrown).getMessage()).contains(DEAD_CLIENT);
    }

    static Throwable cause(Throwable thrown) {
        Throwable error = thrown;
        while (error instanceof CompletionException && error.getCause() != null) {
            error = error.getCause();
        }
        return error;
    }

    private String said(Throwable error) {
        final String name = error.getClass().getSimpleName();
        return secrets.quoted(error.getMessage() == null ? name : name + ": " + error.getMessage(), SHOWN);
    }
}
