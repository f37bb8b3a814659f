package io.github.leaderelection.autoconfigure;

import io.github.leaderelection.internal.lifecycle.LocalServer;

import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.util.StringUtils;

/**
 * Notes the port of the application's web server, not that of the management server.
 */
class WebServerPortListener implements ApplicationListener<WebServerInitializedEvent> {

	private final LocalServer server;

	WebServerPortListener(LocalServer server) {
		this.server = server;
	}

	@Override
	public void onApplicationEvent(WebServerInitializedEvent event) {
		if (!StringUtils.hasText(event.getApplicationContext().getServerNamespace())) {
			int port = event.getWebServer().getPort();
			if (event.getApplicationContext() instanceof ReactiveWebServerApplicationContext) {
				this.server.listensReactivelyOn(port);
			}
			else {
				this.server.listensOn(port);
			}
		}
	}

}
