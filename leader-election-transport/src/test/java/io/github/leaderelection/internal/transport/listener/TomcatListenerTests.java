package io.github.leaderelection.internal.transport.listener;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

import javax.naming.Context;

import io.github.leaderelection.internal.transport.link.Ports;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.naming.NamingContext;
import org.apache.naming.factory.ResourceLinkFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Tests for {@link TomcatListener}.
 */
class TomcatListenerTests {

	private static TomcatListener listener(int port) {
		return new TomcatListener(new ListenerSettings(InetAddress.getLoopbackAddress(), port, 3, null),
				Map.of("/peers", new Answering()), (host) -> {
				});
	}

	private static HttpURLConnection request(int port, String path) throws IOException {
		return (HttpURLConnection) URI.create("http://localhost:" + port + path).toURL().openConnection();
	}

	@Test
	void servesThePathsOfThePeersAndNothingElse() throws IOException {
		TomcatListener listener = listener(0);
		int port = listener.start();
		try {
			assertThat(request(port, "/peers").getResponseCode()).isEqualTo(HttpURLConnection.HTTP_ACCEPTED);
			for (String other : new String[] { "/", "/peers/x", "/peers2", "/WEB-INF/", "/peers/../x" }) {
				HttpURLConnection refused = request(port, other);
				assertThat(refused.getResponseCode()).as(other).isEqualTo(HttpURLConnection.HTTP_NOT_FOUND);
				assertThat(refused.getErrorStream()).as("a page about the error")
					.satisfiesAnyOf((body) -> assertThat(body).isNull(),
							(body) -> assertThat(body).hasBinaryContent(new byte[0]));
			}
		}
		finally {
			listener.stop();
		}
	}

	@Test
	void noThreadOfItKeepsTheProcessAlive() throws IOException {
		Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());
		TomcatListener listener = listener(0);
		int port = listener.start();
		try {
			request(port, "/peers").getResponseCode();
			Set<Thread> started = new HashSet<>(Thread.getAllStackTraces().keySet());
			started.removeAll(before);
			assertThat(started).extracting(Thread::getName).anyMatch((name) -> name.contains("Acceptor"));
			assertThat(started).filteredOn((thread) -> !thread.isDaemon()).isEmpty();
		}
		finally {
			listener.stop();
		}
	}

	@Test
	void portThatIsTakenIsRefusedAndUsedOnceItIsFree() throws IOException {
		TomcatListener listener;
		int port;
		try (ServerSocket taken = new ServerSocket(Ports.free(), 1, InetAddress.getLoopbackAddress())) {
			port = taken.getLocalPort();
			listener = listener(port);
			assertThatIOException().isThrownBy(listener::start).withMessageContaining("BindException");
		}
		for (int start = 0; start < 2; start++) {
			assertThat(listener.start()).isEqualTo(port);
			assertThat(request(port, "/peers").getResponseCode()).isEqualTo(HttpURLConnection.HTTP_ACCEPTED);
			listener.stop();
			assertThatIOException().isThrownBy(() -> request(port, "/peers").getResponseCode());
		}
		listener.stop();
	}

	/** An outer Tomcat reads them at each deployment. */
	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "true", "false" })
	void leavesTheSystemPropertiesOfAnOuterTomcatAlone(@Nullable String naming) throws IOException {
		Properties before = System.getProperties();
		System.setProperties(outerTomcat(before, naming));
		TomcatListener listener = listener(0);
		try {
			request(listener.start(), "/peers").getResponseCode();
			assertThat(System.getProperties()).isEqualTo(outerTomcat(before, naming));
			listener.stop();
			assertThat(System.getProperties()).isEqualTo(outerTomcat(before, naming));
		}
		finally {
			listener.stop();
			System.setProperties(before);
		}
	}

	@Test
	void leavesTheGlobalNamesOfAnOuterTomcatAlone() throws IOException {
		Properties before = System.getProperties();
		System.setProperties(outerTomcat(before, "true"));
		TomcatListener listener = listener(0);
		Context names = new NamingContext(new Hashtable<>(), "outer");
		try {
			ResourceLinkFactory.setGlobalContext(names);
			listener.start();
			assertThatCode(() -> ResourceLinkFactory.registerGlobalResourceAccess(names, "local", "global"))
				.as("the context is the global one")
				.doesNotThrowAnyException();
		}
		finally {
			listener.stop();
			ResourceLinkFactory.deregisterGlobalResourceAccess(names);
			ResourceLinkFactory.setGlobalContext(null);
			System.setProperties(before);
		}
	}

	private static Properties outerTomcat(Properties others, @Nullable String naming) {
		Properties properties = (Properties) others.clone();
		Map<String, @Nullable String> outer = new HashMap<>();
		outer.put("catalina.base", (naming != null) ? "outer" : null);
		outer.put("catalina.home", (naming != null) ? "outer" : null);
		outer.put("catalina.useNaming", naming);
		outer.forEach((key, value) -> {
			properties.remove(key);
			if (value != null) {
				properties.setProperty(key, value);
			}
		});
		return properties;
	}

	/**
	 * Accepts each request.
	 */
	private static final class Answering extends HttpServlet {

		private static final long serialVersionUID = 1L;

		@Override
		protected void service(HttpServletRequest request, HttpServletResponse response) {
			response.setStatus(HttpServletResponse.SC_ACCEPTED);
		}

	}

}
