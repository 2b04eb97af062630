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
 * Sends HTTP requests to one service asynchronously. It sends only to the service's host, does not follow redirects, and
 * limits the size of bodies.
 *
 * <p>It uses HTTP/1.1 with persistent connections. The calls are few and large, so one connection for each call in flight is
 * enough. With HTTP/2 the JDK's client would send an upgrade request, which many servers mishandle if it has a body, and a
 * lost packet would delay all calls on the shared connection. The JDK's client turns Nagle's algorithm off by itself. A proxy
 * is used only if the JDK's system properties name one.
 *
 * <p>The threads are daemons and end by themselves. The client of Java 17 cannot be closed; it ends when it is garbage
 * collected. {@link #send} may be called from any thread, and never blocks.
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
     * Replaces the client with a new one. The selector thread of the old client may have died from an interrupt or a lack of
     * memory. Then no request ever gets a response or a timeout (Java 17), or every request fails (Java 25), and the service
     * would seem to be unavailable forever.
     */
    public synchronized void renew() {
        client = clients.build();
    }

    /**
     * Sends a request.
     *
     * @param taker called once with the reply, unless the request is cancelled. It must not block, because it may be called
     *     on any thread, including the HTTP client's selector thread, on which all calls depend
     * @return a handle that cancels the request and closes its connection
     * @throws IllegalArgumentException if the request is not a valid HTTP request, or goes to another host
     */
    public HttpTrip.GivesUp send(HttpAsk ask, Consumer<HttpReply> taker) {
        final HttpTrip trip = new HttpTrip(credential, (who, replied) -> send(ask, who, replied), taker);
        trip.begin();
        return trip::cancel;
    }

    /** Checks that a token can be fetched in the way that calls fetch it. */
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
     * Sends a request, and passes the reply on as soon as the body is complete. It does not wait for the JDK's own future of the
     * response, because that future is completed later and on another thread.
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

    /** Reads a small body on the current thread, and a large one on another thread so that it does not delay other calls. */
    private void whole(
            HttpResponse.ResponseInfo info, LimitedBody.Content content, CompletableFuture<HttpReply> reply) {
        if (content.bytes().length <= SMALL_BYTES) {
            reply.complete(replies.read(info, content));
        } else {
            threads.executeElsewhere(() -> reply.complete(replies.read(info, content)));
        }
    }

    /** Returns the secrets that are sent to the service; messages must mask them, because the service may repeat them. */
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

    /** Checks the host, so that a key in a URL can never send the credentials to another host. */
    private void checkHost(URI uri) {
        final URI own = service.url();
        if (!own.getScheme().equalsIgnoreCase(uri.getScheme())
                || !own.getHost().equalsIgnoreCase(Objects.requireNonNullElse(uri.getHost(), ""))
                || own.getPort() != uri.getPort()
                || uri.getUserInfo() != null) {
            throw new IllegalArgumentException("the request would go to another host than the service's");
        }
    }

    /**
     * The executor of the JDK's HTTP client. Handing a task to another thread costs more than most of the tasks themselves. So
     * a task that the client starts on one of its own threads runs on that thread. Only tasks from other threads go to the
     * pool, for example a new request from the service thread, whose host may have to be looked up.
     *
     * <p>The client's own thread is recognized by its name, which the JDK may change; then its tasks would go to the pool, as
     * they do with the JDK's default executor. Tasks on that thread must not block. They do not, because they only collect a
     * body.
     */
    private static final class Threads implements Executor {

        private static final String SELECTOR = "-SelectorManager";
        private static final int IDLE_SECONDS = 10;

        private final Executor pool;

        /**
         * Creates a pool of daemon threads that end by themselves when they are idle.
         *
         * @param prefix the prefix of the threads' names
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

        /** Runs a task in the pool, independently of the current thread. */
        void executeElsewhere(Runnable task) {
            pool.execute(task);
        }
    }
}
