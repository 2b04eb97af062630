package dev.sluice.service.rest.http;

import dev.sluice.service.config.Credentials.Header;
import dev.sluice.service.config.ServiceConfig;
import dev.sluice.service.config.yaml.Secrets;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

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
public final class HttpCalls {

    private static final int MOST_THREADS = 4;
    private static final int SMALL_BYTES = 64 << 10;

    private final ServiceConfig service;
    private final Credential credential;
    private final HttpReplies replies;
    private final Threads threads;
    private final HttpClient.Builder clients;
    private volatile HttpClient client;

    /**
     * @param gateway the gateway's name
     * @throws IllegalArgumentException if a key store or trust store cannot be read
     */
    public HttpCalls(String gateway, ServiceConfig service) {
        this.service = service;
        this.credential = new Credential(service, () -> client, System::nanoTime);
        this.replies = new HttpReplies(service, credential.secrets());
        this.threads =
                new Threads(gateway + "-" + service.name() + "-http-", Math.min(MOST_THREADS, service.callsInFlight()));
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
    public synchronized void renew() {
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
    public HttpTrip.GivesUp send(HttpAsk ask, Consumer<HttpReply> taker) {
        final HttpTrip trip = new HttpTrip(credential, (who, replied) -> send(ask, who, replied), taker);
        trip.begin();
        return trip::cancel;
    }

    /** Fetches a token as calls do, and forgets it. */
    public static void checkToken(ServiceConfig service) throws IOException {
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

    /**
     * The reply is given on as soon as the body is there: the JDK's future of a good response is completed on one more
     * thread, and later.
     */
    private HttpTrip.GivesUp send(HttpAsk ask, Optional<Header> who, Consumer<HttpReply> taker) {
        final CompletableFuture<HttpReply> reply = new CompletableFuture<>();
        reply.thenAccept(taker);
        final AtomicInteger status = new AtomicInteger();
        final CompletableFuture<HttpResponse<LimitedBody.Content>> sent = client.sendAsync(request(ask, who), info -> {
            status.set(info.statusCode());
            return new LimitedBody(replies.limit(info.statusCode()), content -> whole(info, content, reply));
        });
        sent.whenComplete((response, error) -> {
            if (error != null) {
                if (HttpReplies.ofADeadClient(error)) {
                    renew();
                }
                reply.complete(replies.failed(error, status.get()));
            }
        });
        return () -> {
            reply.cancel(false);
            sent.cancel(true);
            return status.get();
        };
    }

    /** A small body is read where it came in; a large one must not hold up other calls meanwhile. */
    private void whole(
            HttpResponse.ResponseInfo info, LimitedBody.Content content, CompletableFuture<HttpReply> reply) {
        if (content.bytes().length <= SMALL_BYTES) {
            reply.complete(replies.read(info, content));
        } else {
            threads.executeElsewhere(() -> reply.complete(replies.read(info, content)));
        }
    }

    /** The secrets that the service is sent and may repeat. */
    public Secrets secrets() {
        return credential.secrets();
    }

    private HttpRequest request(HttpAsk ask, Optional<Header> who) {
        checkHost(ask.uri());
        final HttpRequest.Builder request = HttpRequest.newBuilder(ask.uri())
                .timeout(service.responseTimeout())
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

    /**
     * The threads of the JDK's HTTP client. Each task that goes from one thread to another costs more than most of the
     * tasks themselves, so what the client begins on one of its own threads goes on there; only what others begin, such as
     * the service thread with a new request, whose host may have to be looked up, goes to the pool.
     *
     * <p>The client's own thread is known by its name, in which the JDK is free: by another name its tasks would go to the
     * pool, as they do by the JDK's default. They must not wait, and do not: a body is only collected.
     */
    private static final class Threads implements Executor {

        private static final String SELECTOR = "-SelectorManager";
        private static final int IDLE_SECONDS = 10;

        private final Executor pool;

        /**
         * Daemons, which end by themselves when there is nothing to do.
         *
         * @param prefix of their names
         */
        Threads(String prefix, int most) {
            final AtomicInteger number = new AtomicInteger();
            final ThreadPoolExecutor executor = new ThreadPoolExecutor(
                    most,
                    most,
                    IDLE_SECONDS,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(),
                    work -> new Own(work, prefix + number.incrementAndGet()));
            executor.allowCoreThreadTimeOut(true);
            this.pool = executor;
        }

        private static final class Own extends Thread {
            Own(Runnable work, String name) {
                super(work, name);
                setDaemon(true);
            }
        }

        @Override
        public void execute(Runnable task) {
            final Thread current = Thread.currentThread();
            if (current instanceof Own || current.getName().endsWith(SELECTOR)) {
                task.run();
            } else {
                pool.execute(task);
            }
        }

        /** Takes a task off the current thread, whichever that is. */
        void executeElsewhere(Runnable task) {
            pool.execute(task);
        }
    }
}
