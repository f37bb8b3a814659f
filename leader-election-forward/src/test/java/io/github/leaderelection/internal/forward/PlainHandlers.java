package io.github.leaderelection.internal.forward;

import org.springframework.core.env.Environment;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * A handler that any node is for.
 */
@RestController
class PlainHandlers {

	private final String id;

	PlainHandlers(Environment environment) {
		this.id = environment.getRequiredProperty("id");
	}

	@GetMapping("/plain/x")
	String plain() {
		return "plain " + this.id;
	}

	@GetMapping("/plain/thread")
	String thread() {
		return Thread.currentThread().toString();
	}

}
