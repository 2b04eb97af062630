package dev.sluice.service.rest;

import dev.sluice.service.config.Credentials;
import dev.sluice.service.config.ServiceConfig;
import dev.sluice.service.rest.http.HttpCalls;
import dev.sluice.service.rest.http.Tls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Checks whether a service can be reached: connects, and does the TLS handshake for an https URL, but sends no request. */
public final class ServiceProbe {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final int SHOWN = 200;

    private ServiceProbe() {}

    /**
     * A service that can be reached.
     *
     * @param text tells the user what was reached
     * @param roundTrip the time that the connection took, which is about one round trip; empty through a proxy
     */
    public record Reached(String text, Optional<Duration> roundTrip) {}

    /**
     * Connects within a few seconds, and fetches a token if the service needs one.
     *
     * @throws IOException if the service cannot be reached; the message is written for the user
     */
    public static Reached reach(ServiceConfig service) throws IOException {
        final Reached reached = connect(service);
        if (!(service.credentials() instanceof Credentials.Client)) {
            return reached;
        }
        HttpCalls.checkToken(service);
        return new Reached(reached.text + "; a token was fetched", reached.roundTrip);
    }

    private static Reached connect(ServiceConfig service) throws IOException {
        final URI url = service.url();
        final boolean secure = url.getScheme().equalsIgnoreCase("https");
        final int port = url.getPort() >= 0 ? url.getPort() : secure ? 443 : 80;
        final SSLContext tls = secure ? context(service) : null;
        final Duration own = service.connectTimeout();
        final int millis = (int) (own.compareTo(PATIENCE) < 0 ? own : PATIENCE).toMillis();
        final Proxy proxy = proxy(url);
        final InetSocketAddress address = proxy.type() == Proxy.Type.DIRECT
                ? new InetSocketAddress(host(url), port)
                : (InetSocketAddress) proxy.address();
        if (address.isUnresolved()) {
            throw new IOException("unknown host '" + address.getHostString() + "'");
        }
        try (Socket socket = new Socket(Proxy.NO_PROXY)) {
            final long start = System.nanoTime();
            socket.connect(address, millis);
            final Duration took = Duration.ofNanos(System.nanoTime() - start);
            if (proxy.type() != Proxy.Type.DIRECT) {
                return new Reached("its proxy " + place(address) + " accepts connections", Optional.empty());
            }
            final String text = tls == null ? "accepts connections" : handshake(tls, socket, url, port, millis);
            return new Reached(text, Optional.of(took));
        } catch (final SocketTimeoutException e) {
            throw new IOException("no connection to " + place(address) + " within " + millis + " ms", e);
        } catch (final UnknownHostException e) {
            throw new IOException("unknown host '" + address.getHostString() + "'", e);
        } catch (final SSLException e) {
            throw new IOException(
                    "no TLS with " + place(address) + ": " + service.secrets().quoted(e.getMessage(), SHOWN), e);
        } catch (final IOException e) {
            throw new IOException("no connection to " + place(address) + ": " + e.getMessage(), e);
        }
    }

    private static SSLContext context(ServiceConfig service) throws IOException {
        try {
            return Tls.context(service).orElse(SSLContext.getDefault());
        } catch (final IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        } catch (final NoSuchAlgorithmException e) {
            throw new IOException("this JDK has no TLS: " + e.getMessage(), e);
        }
    }

    private static String handshake(SSLContext tls, Socket connected, URI url, int port, int millis)
            throws IOException {
        try (SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(connected, host(url), port, true)) {
            final SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS"); // checks the host name, as HTTP clients do
            socket.setSSLParameters(parameters);
            socket.setSoTimeout(millis);
            socket.startHandshake();
            return "accepts connections, " + socket.getSession().getProtocol();
        }
    }

    /** Returns the proxy that the HTTP client would use. */
    private static Proxy proxy(URI url) {
        final ProxySelector selector = ProxySelector.getDefault();
        return selector == null
                ? Proxy.NO_PROXY
                : selector.select(url).stream().findFirst().orElse(Proxy.NO_PROXY);
    }

    /** Returns the host of the URL, an IPv6 address without its brackets. */
    private static String host(URI url) {
        return url.getHost().replaceAll("[\\[\\]]", "");
    }

    private static String place(InetSocketAddress address) {
        return address.getHostString() + ":" + address.getPort();
    }
}
