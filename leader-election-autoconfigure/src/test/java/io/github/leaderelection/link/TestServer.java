package io.github.leaderelection.link;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.Context;
import org.apache.tomcat.websocket.server.WsSci;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServer;
import org.springframework.web.HttpRequestHandler;

/**
 * An embedded Tomcat that gives what comes under the transport's path to a handler.
 */
final class TestServer {

	static final String PATH = "/leader-election";

	private final AtomicReference<@Nullable HttpRequestHandler> handler = new AtomicReference<>();

	private final WebServer server;

	TestServer(int port, String contextPath) {
		TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory(contextPath, port);
		factory.addContextCustomizers((Context context) -> context.addServletContainerInitializer(new WsSci(), null));
		this.server = factory
			.getWebServer((servletContext) -> servletContext.addServlet("peers", new Peers()).addMapping(PATH));
		this.server.start();
	}

	int port() {
		return this.server.getPort();
	}

	void handler(HttpRequestHandler newHandler) {
		this.handler.set(newHandler);
	}

	void stop() {
		this.server.stop();
		this.server.destroy();
	}

	/**
	 * Finds the handler at every request.
	 */
	private final class Peers extends HttpServlet {

		private static final long serialVersionUID = 1L;

		@Override
		protected void service(HttpServletRequest request, HttpServletResponse response)
				throws ServletException, IOException {
			HttpRequestHandler present = TestServer.this.handler.get();
			if (present != null) {
				present.handleRequest(request, response);
			}
			else {
				response.setStatus(HttpServletResponse.SC_NOT_FOUND);
			}
		}

	}

}
