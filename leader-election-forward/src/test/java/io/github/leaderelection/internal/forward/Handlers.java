package io.github.leaderelection.internal.forward;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.spring.ForwardToLeader;
import io.github.leaderelection.spring.ForwardToLeader.OnFollower;
import io.github.leaderelection.spring.LeadershipContextHolder;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.core.env.Environment;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/**
 * Handlers that are for the leader, and tell what they were asked.
 */
@RestController
@ForwardToLeader
class Handlers extends Heard {

	private final String id;

	Handlers(Environment environment) {
		this.id = environment.getRequiredProperty("id");
	}

	@RequestMapping(path = "/echo/**", method = { RequestMethod.GET, RequestMethod.HEAD, RequestMethod.POST,
			RequestMethod.PUT, RequestMethod.PATCH, RequestMethod.DELETE, RequestMethod.OPTIONS })
	ResponseEntity<String> echo(HttpServletRequest request) throws IOException {
		Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		Collections.list(request.getHeaderNames())
			.forEach((name) -> headers.put(name, Collections.list(request.getHeaders(name))));
		String body = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		this.seen.add(new Seen(request.getMethod(), request.getRequestURI(), request.getQueryString(), headers, body));
		return ResponseEntity.status(201).header("X-Answer", "one", "two").body("answered by " + this.id);
	}

	@GetMapping("/headers")
	String headers(HttpServletResponse response) {
		response.addCookie(new Cookie("a", "1"));
		response.addCookie(new Cookie("b", "2"));
		response.setHeader("Keep-Alive", "timeout=5");
		response.setHeader("Trailer", "X-Late");
		response.setHeader(HttpHeaders.ETAG, "\"v1\"");
		return "headers";
	}

	@GetMapping("/status/{status}")
	ResponseEntity<String> status(@PathVariable int status) {
		return ResponseEntity.status(status).header(HttpHeaders.RETRY_AFTER, "77").body("status " + status);
	}

	@GetMapping("/elsewhere")
	ResponseEntity<Void> elsewhere(@RequestParam String to) {
		return ResponseEntity.status(302).header(HttpHeaders.LOCATION, to).build();
	}

	@RequestMapping(path = "/form", method = { RequestMethod.POST, RequestMethod.PUT })
	String form(@RequestParam MultiValueMap<String, String> parameters) {
		return new TreeMap<>(parameters).toString();
	}

	@PostMapping("/parts")
	String parts(@RequestParam String name, @RequestParam MultipartFile file) throws IOException {
		return name + " " + file.getOriginalFilename() + " " + file.getContentType() + " "
				+ new String(file.getBytes(), StandardCharsets.UTF_8);
	}

	@PostMapping("/upload")
	String upload(InputStream body) throws IOException, InterruptedException {
		byte[] buffer = new byte[MEGABYTE];
		int length = body.readNBytes(buffer, 0, buffer.length);
		while (length > 0) {
			this.received.addAndGet(length);
			if (!this.mayRead.tryAcquire(60, TimeUnit.SECONDS)) {
				throw new IllegalStateException("Nobody let the handler go on after " + this.received.get());
			}
			length = body.readNBytes(buffer, 0, buffer.length);
		}
		this.entered.countDown();
		return String.valueOf(this.received.get());
	}

	@GetMapping("/download")
	void download(@RequestParam int megabytes, OutputStream body) throws IOException, InterruptedException {
		for (int i = 0; i < megabytes; i++) {
			body.write(new byte[MEGABYTE]);
			body.flush();
			if (!this.maySend.tryAcquire(60, TimeUnit.SECONDS)) {
				throw new IllegalStateException("Nobody let the handler go on after " + (i + 1));
			}
		}
	}

	@RequestMapping("/blocking")
	String blocking() throws InterruptedException {
		this.entered.countDown();
		this.released.await(60, TimeUnit.SECONDS);
		return "token " + LeadershipContextHolder.get().fencingToken();
	}

	@GetMapping("/later")
	Callable<String> later() {
		return this::blockingElsewhere;
	}

	private String blockingElsewhere() throws InterruptedException {
		this.entered.countDown();
		this.released.await(60, TimeUnit.SECONDS);
		return (LeadershipContextHolder.get() != null) ? "bound" : "later";
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
