package io.github.leaderelection.internal.hints;

import java.util.List;
import java.util.TreeSet;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.settings.StoreKind;
import io.github.leaderelection.internal.trace.Heading;
import io.github.leaderelection.internal.trace.Outcome;
import io.github.leaderelection.internal.trace.TraceEntry;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame;
import io.github.leaderelection.internal.transport.wire.JoinFrame;
import io.github.leaderelection.internal.transport.wire.LinkFrame;
import io.github.leaderelection.internal.transport.wire.HeldFrame;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Registers hints for a native image: records of messages and traces, and classes that
 * identify libraries.
 */
public final class ElectionHints implements RuntimeHintsRegistrar {

	private static final List<Class<?>> VALUES = List.of(HandshakeFrame.class, JoinFrame.class, LinkFrame.class,
			HeldFrame.class, Heading.class, TraceEntry.class, Outcome.class, Input.class);

	/** The class names as in the sources. */
	static final List<String> LOOKED_FOR = List.of("io.github.resilience4j.circuitbreaker.CircuitBreaker",
			"jakarta.servlet.http.HttpServletRequest", "jakarta.websocket.server.ServerContainer",
			"kotlinx.coroutines.flow.Flow", "org.apache.catalina.startup.Tomcat",
			"org.apache.tomcat.websocket.WsWebSocketContainer", "org.apache.tomcat.websocket.server.WsSci",
			"org.apache.tomcat.websocket.server.WsServerContainer",
			"org.eclipse.jetty.ee11.websocket.server.JettyWebSocketServerContainer", "org.reactivestreams.Publisher",
			"org.springframework.boot.web.server.context.WebServerApplicationContext",
			"org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration",
			"org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration",
			"org.springframework.jdbc.core.JdbcOperations",
			"org.springframework.transaction.PlatformTransactionManager", "org.springframework.web.HttpRequestHandler",
			"org.springframework.web.servlet.DispatcherServlet", "org.springframework.web.socket.WebSocketHandler",
			"reactor.core.publisher.Flux", "reactor.netty.http.server.HttpServerRequest");

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		ValueTypes values = new ValueTypes();
		VALUES.forEach(values::add);
		TreeSet<String> algorithms = new TreeSet<>(Algorithm.names());
		algorithms.add(Algorithm.LEASE);
		for (String name : algorithms) {
			ElectionProtocol<?, ?> protocol = Algorithm.named(name).protocol();
			values.add(protocol.messageType());
			values.add(protocol.stateType());
			values.add(protocol.timerType());
		}
		keep(hints, values);
		LOOKED_FOR.forEach((name) -> hints.reflection().registerTypeIfPresent(classLoader, name));
		StoreKind.neededClasses().forEach((name) -> hints.reflection().registerTypeIfPresent(classLoader, name));
	}

	/** Keeps records of messages and traces of another module. */
	public static void keep(RuntimeHints hints, Class<?>... types) {
		ValueTypes values = new ValueTypes();
		List.of(types).forEach(values::add);
		keep(hints, values);
	}

	private static void keep(RuntimeHints hints, ValueTypes values) {
		values.all()
			.forEach((type) -> hints.reflection()
				.registerType(type, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS, MemberCategory.INVOKE_PUBLIC_METHODS));
	}

}
