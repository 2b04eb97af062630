package dev.sluice.service.rest;

import dev.sluice.service.config.Secrets;
import dev.sluice.service.config.ServiceConfig;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends HTTP requests to one service, asynchronously: to its host only, redirects not followed, bodies limited.
 *
 * <p>HTTP/1.1 with connections that are kept: the calls are few and large, so a connection for each under way is
 * enough, while the JDK's client would ask for HTTP/2 by an upgrade that many servers mishandle for a body, and over
 * one connection a lost packet holds up all calls. The JDK's client switches Nagle's delay off by itself. A proxy is
 * used only where the JDK's system properties name one.
 *
 * <p>The threads are daemons and end by themselves; the client of Java 17 cannot be closed, and goes when it is
 * forgotten. {@link #send} may be called from any thread, and never waits.
 */
final class HttpCalls {

    private static final Logger LOG = LoggerFactory.getLogger(HttpCalls.class);

    /** Of a response that is no good only what a message can show. */
    private static final int ERROR_BYTES = 16 << 10;

    /** As the JDK says that a client's thread has died. */
    private static final String DEAD_CLIENT = "selector manager closed";

    /** Of what the HTTP client says. */
    private static final int SHOWN = 200;

    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;
    private static final Pattern BEGUN_CHARACTER = Pattern.compile("\ufffd+$");
    private static final int MOST_THREADS = 4;
    private static final int SMALL_BYTES = 64 << 10;
    private static final int UNAUTHORIZED = 401;
    private static final int GOOD = 200;
    private static final int NOT_GOOD = 300;

    private final ServiceConfig service;
    private final Credential credential;
    private final HttpThreads threads;
    private final HttpClient.Builder clients;
    private volatile HttpClient client;

    /**
     * @param gateway the gateway's name
     * @throws IllegalArgumentException if a key store or trust store cannot be read
     */
    HttpCalls(String gateway, ServiceConfig service) {
        this.service = service;
        this.credential = Credential.of(service, () -> client, System::nanoTime);
        this.threads = new HttpThreads(
                gateway + "-" + service.name() + "-http-", Math.min(MOST_THREADS, service.callsInFlight()));
        this.clients = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(service.connectTimeout())
                .executor(threads);
        Tls.context(service).ifPresent(clients::sslContext);
        this.client = clients.build();
    }

    /**
     * Goes on with a new client. The thread that one lives by may have died, of an interrupt or for want of memory; then
     * nothing that is sent comes back, nor its own time limit (Java 17), or all of it fails (Java 25), and the service
     * would seem to be away for ever.
     */
    synchronized void renew() {
        client = clients.build();
    }

    /**
     * Sends a request.
     *
     * @param taker takes what came of it, once, unless it is cancelled; on any thread, that of the HTTP client's selector
     *     included, which all its calls wait for: it must not wait
     * @return cancels it: the connection is closed
     * @throws IllegalArgumentException if it is no HTTP request, or goes to another host
     */
    Runnable send(HttpAsk ask, Consumer<HttpReply> taker) {
        final Trip trip = new Trip(ask, taker);
        trip.send(credential.header(), true);
        return trip::cancel;
    }

    /** A request, sent with the credential of the moment; again with another one if the service does not know that. */
    private final class Trip {

        private final HttpAsk ask;
        private final Consumer<HttpReply> taker;
        private boolean cancelled;
        private Runnable cancel = () -> {};

        Trip(HttpAsk ask, Consumer<HttpReply> taker) {
            this.ask = ask;
            this.taker = taker;
        }

        void send(CompletableFuture<Optional<Credential.Header>> who, boolean againIfUnknown) {
            if (who.isDone() && !who.isCompletedExceptionally()) {
                send(who.join(), againIfUnknown);
                return;
            }
            who.whenComplete((header, error) -> {
                if (error != null) {
                    taker.accept(noToken(error));
                } else {
                    try {
                        send(header, againIfUnknown);
                    } catch (final RuntimeException e) {
                        taker.accept(new HttpReply.Fault(e));
                    }
                }
            });
        }

        /** Nothing was sent: the service counts as away, and no request fails. */
        private HttpReply noToken(Throwable error) {
            final Throwable cause = error.getCause() == null ? error : error.getCause();
            return cause instanceof Error ? new HttpReply.Fault(cause) : new HttpReply.NotReached(cause.getMessage());
        }

        private synchronized void send(Optional<Credential.Header> who, boolean againIfUnknown) {
            if (!cancelled) {
                cancel = HttpCalls.this.send(ask, who, reply -> took(reply, who, againIfUnknown));
            }
        }

        private void took(HttpReply reply, Optional<Credential.Header> who, boolean againIfUnknown) {
            if (!againIfUnknown || !isUnknown(reply)) {
                taker.accept(reply);
                return;
            }
            final CompletableFuture<Optional<Credential.Header>> other = credential.otherThan(who);
            if (other.isDone()
                    && !other.isCompletedExceptionally()
                    && other.join().equals(who)) {
                taker.accept(reply);
            } else {
                send(other, false);
            }
        }

        synchronized void cancel() {
            cancelled = true;
            cancel.run();
        }
    }

    /** Fetches a token as calls do, and forgets it. */
    static void checkToken(ServiceConfig service) throws IOException {
        final HttpCalls calls = new HttpCalls("check", service);
        try {
            calls.credential.header().get(service.responseTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (final ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e);
        } catch (final TimeoutException e) {
            throw new IOException("no token within " + service.responseTimeout().toMillis() + " ms", e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the check was interrupted", e);
        }
    }

    private static boolean isUnknown(HttpReply reply) {
        return reply instanceof HttpReply.Response response && response.status() == UNAUTHORIZED;
    }

    private Runnable send(HttpAsk ask, Optional<Credential.Header> who, Consumer<HttpReply> taker) {
        final Reply reply = new Reply(taker);
        final CompletableFuture<HttpResponse<LimitedBody.Content>> sent = client.sendAsync(
                request(ask, who),
                info -> new LimitedBody(limit(info.statusCode()), content -> whole(info, content, reply)));
        sent.whenComplete((response, error) -> {
            if (error != null) {
                reply.is(() -> failed(error));
            }
        });
        return () -> {
            reply.isNotWanted();
            sent.cancel(true);
        };
    }

    /** A small body is read where it came in; a large one must not hold up other calls meanwhile. */
    private void whole(HttpResponse.ResponseInfo info, LimitedBody.Content content, Reply reply) {
        if (content.bytes().length <= SMALL_BYTES) {
            reply.is(() -> read(info, content));
        } else {
            threads.executeElsewhere(() -> reply.is(() -> read(info, content)));
        }
    }

    /**
     * What comes of one request, given on as soon as it is there: the JDK's future of a good response is completed on
     * one more thread, and later.
     */
    private static final class Reply {

        private final Consumer<HttpReply> taker;
        private final AtomicBoolean over = new AtomicBoolean();

        Reply(Consumer<HttpReply> taker) {
            this.taker = taker;
        }

        void is(Supplier<HttpReply> reply) {
            if (over.compareAndSet(false, true)) {
                taker.accept(orFault(reply));
            }
        }

        void isNotWanted() {
            over.set(true);
        }

        private static HttpReply orFault(Supplier<HttpReply> reply) {
            try {
                return reply.get();
            } catch (final RuntimeException e) {
                LOG.error("A response could not be read; this is a fault of the gateway", e);
                return new HttpReply.Broken(
                        "its response cannot be read: " + e.getClass().getSimpleName());
            } catch (final Error e) {
                return new HttpReply.Fault(e);
            }
        }
    }

    /** What the service may repeat of what it is sent. */
    Secrets secrets() {
        return credential.secrets();
    }

    private HttpRequest request(HttpAsk ask, Optional<Credential.Header> who) {
        checkHost(ask.uri());
        final HttpRequest.Builder request = HttpRequest.newBuilder(ask.uri())
                .timeout(service.connectTimeout().plus(service.responseTimeout()))
                .method(
                        ask.method(),
                        ask.body().map(BodyPublishers::ofByteArray).orElseGet(BodyPublishers::noBody));
        ask.headers().forEach(request::setHeader);
        request.setHeader("Accept-Encoding", "gzip");
        who.ifPresent(header -> request.setHeader(header.name(), header.value().value()));
        return request.build();
    }

    /** Whatever keys hold: the credentials go nowhere else. */
    private void checkHost(URI uri) {
        final URI own = service.url();
        if (!own.getScheme().equalsIgnoreCase(uri.getScheme())
                || !own.getHost().equalsIgnoreCase(Objects.requireNonNullElse(uri.getHost(), ""))
                || own.getPort() != uri.getPort()
                || uri.getUserInfo() != null) {
            throw new IllegalArgumentException("it would go to another host than the service's");
        }
    }

    private long limit(int status) {
        return good(status) ? service.responseBytes() : Math.min(ERROR_BYTES, service.responseBytes());
    }

    private static boolean good(int status) {
        return status >= GOOD && status < NOT_GOOD;
    }

    private HttpReply read(HttpResponse.ResponseInfo response, LimitedBody.Content whole) {
        final boolean good = good(response.statusCode());
        LimitedBody.Content content = whole;
        final String encoding = header(response, "Content-Encoding").toLowerCase(Locale.ROOT);
        if (encoding.equals("gzip") || encoding.equals("x-gzip")) {
            try {
                content = unpacked(content, limit(response.statusCode()));
            } catch (final IOException e) {
                if (good) {
                    return new HttpReply.Broken("its packed response cannot be unpacked: " + e.getMessage());
                }
                content = new LimitedBody.Content(new byte[0], false);
            }
        } else if (good && !encoding.isEmpty() && !encoding.equals("identity")) {
            return new HttpReply.Broken(
                    "its response is packed as '" + secrets().quoted(encoding, SHOWN) + "', which was not asked for");
        }
        if (good && content.cut()) {
            return new HttpReply.TooLarge(
                    "its response has more than " + service.responseBytes() + " bytes (responseBytes)");
        }
        return new HttpReply.Response(
                response.statusCode(),
                header(response, "Content-Type"),
                retryAfter(response),
                good || !content.cut() ? content.bytes() : withoutBegunSecret(content.bytes()));
    }

    /** Messages quote an error's body: where it was cut may be the middle of a credential that it repeats. */
    private byte[] withoutBegunSecret(byte[] body) {
        final String text = BEGUN_CHARACTER
                .matcher(new String(body, StandardCharsets.UTF_8))
                .replaceFirst("");
        return secrets().masked(text, true).getBytes(StandardCharsets.UTF_8);
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

    private HttpReply failed(Throwable thrown) {
        Throwable error = thrown;
        while (error instanceof CompletionException && error.getCause() != null) {
            error = error.getCause();
        }
        if (error instanceof Error) {
            return new HttpReply.Fault(error);
        }
        if (error instanceof HttpConnectTimeoutException) {
            return new HttpReply.NotReached(
                    "no connection within " + service.connectTimeout().toMillis() + " ms");
        }
        if (error instanceof HttpTimeoutException) {
            return new HttpReply.TimedOut(
                    "no response within " + service.responseTimeout().toMillis() + " ms");
        }
        if (error instanceof ConnectException) {
            final boolean unknown = caused(error, UnresolvedAddressException.class);
            return new HttpReply.NotReached(
                    unknown ? "unknown host '" + service.url().getHost() + "'" : "no connection: " + said(error));
        }
        if (error instanceof SSLHandshakeException || error instanceof SSLPeerUnverifiedException) {
            return new HttpReply.NotReached("no TLS: " + said(error));
        }
        if (String.valueOf(error.getMessage()).contains(DEAD_CLIENT)) {
            renew();
        }
        return new HttpReply.Broken(said(error));
    }

    private static boolean caused(Throwable error, Class<? extends Throwable> type) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    private String said(Throwable error) {
        final String name = error.getClass().getSimpleName();
        return secrets().quoted(error.getMessage() == null ? name : name + ": " + error.getMessage(), SHOWN);
    }
}
