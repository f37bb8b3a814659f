package io.github.leaderelection.internal.forward;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.spring.ForwardToLeader;
import io.github.leaderelection.spring.ForwardToLeader.OnFollower;
import io.github.leaderelection.spring.LeadershipContextHolder;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.env.Environment;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Handlers of WebFlux that are for the leader, and tell what they were asked.
 */
@RestController
@ForwardToLeader
class ReactiveHandlers extends Heard {

	private final String id;

	ReactiveHandlers(Environment environment) {
		this.id = environment.getRequiredProperty("id");
	}

	@RequestMapping(path = "/echo/**", method = { RequestMethod.GET, RequestMethod.HEAD, RequestMethod.POST,
			RequestMethod.PUT, RequestMethod.PATCH, RequestMethod.DELETE, RequestMethod.OPTIONS })
	Mono<ResponseEntity<String>> echo(ServerHttpRequest request, @RequestBody(required = false) Mono<String> body) {
		Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		request.getHeaders().forEach(headers::put);
		return body.defaultIfEmpty("").map((text) -> {
			this.seen.add(new Seen(request.getMethod().name(), request.getURI().getRawPath(),
					request.getURI().getRawQuery(), headers, text));
			return ResponseEntity.status(201).header("X-Answer", "one", "two").body("answered by " + this.id);
		});
	}

	@GetMapping("/headers")
	Mono<String> headers() {
		return Mono.just("headers");
	}

	@GetMapping("/status/{status}")
	ResponseEntity<String> status(@PathVariable int status) {
		return ResponseEntity.status(status).body("status " + status);
	}

	@GetMapping("/elsewhere")
	Mono<String> elsewhere(@RequestParam String to) {
		return Mono.just(to);
	}

	@RequestMapping("/form")
	Mono<String> form() {
		return Mono.just("form");
	}

	@PostMapping("/parts")
	Mono<String> parts() {
		return Mono.just("parts");
	}

	@PostMapping("/upload")
	Mono<String> upload(@RequestBody Mono<byte[]> body) {
		return body.map((bytes) -> String.valueOf(bytes.length));
	}

	@GetMapping("/download")
	Mono<String> download() {
		return Mono.just("download");
	}

	/** Blocks no event loop. */
	@RequestMapping("/blocking")
	Mono<String> blocking() {
		long token = LeadershipContextHolder.get().fencingToken();
		this.entered.countDown();
		return Mono.fromCallable(() -> {
			this.released.await(60, TimeUnit.SECONDS);
			return "token " + token;
		}).subscribeOn(Schedulers.boundedElastic());
	}

	@GetMapping("/later")
	Mono<String> later() {
		this.entered.countDown();
		return Mono.fromCallable(() -> {
			this.released.await(60, TimeUnit.SECONDS);
			return "later";
		}).subscribeOn(Schedulers.boundedElastic());
	}

	/** What the work of a publisher sees on the thread that subscribes. */
	@GetMapping("/deferred")
	Mono<String> deferred() {
		return Mono.fromSupplier(() -> "token " + LeadershipContextHolder.get().fencingToken());
	}

	@GetMapping("/slow")
	Mono<String> slow() {
		this.entered.countDown();
		return Mono.delay(Duration.ofMinutes(10)).map(String::valueOf);
	}

	@GetMapping("/redirected")
	@ForwardToLeader(onFollower = OnFollower.REDIRECT)
	String redirected() {
		return "redirected";
	}

	@GetMapping("/unavailable")
	@ForwardToLeader(onFollower = OnFollower.UNAVAILABLE)
	String unavailable() {
		return "unavailable";
	}

	@ExceptionHandler
	ResponseEntity<String> failed(Exception failure) {
		this.failures.add(failure);
		return ResponseEntity.status(500).body("handled");
	}

}
