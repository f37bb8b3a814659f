package io.github.leaderelection.compatibility.app;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The service over HTTP.
 */
@RestController
class InventoryController {

	private final Inventory inventory;

	private final String start = UUID.randomUUID().toString();

	InventoryController(Inventory inventory) {
		this.inventory = inventory;
	}

	@GetMapping("/public/start")
	String start() {
		return this.start;
	}

	@GetMapping("/public/names")
	List<String> names() {
		return this.inventory.names();
	}

	@GetMapping("/public/looks")
	int looks() {
		return this.inventory.looks();
	}

	@GetMapping("/public/async")
	CompletableFuture<String> async() {
		return this.inventory.elsewhere();
	}

	@GetMapping("/public/callable")
	Callable<String> callable() {
		return () -> Thread.currentThread().getName().replaceAll("\\d+", "n");
	}

	@GetMapping("/public/rolled-back")
	String rolledBack() {
		this.inventory.fail("never");
		return "unreachable";
	}

	@GetMapping("/public/broken")
	String broken() {
		throw new UnsupportedOperationException("broken");
	}

	@GetMapping("/add/{name}")
	List<String> add(@PathVariable String name) {
		this.inventory.add(name);
		return this.inventory.names();
	}

	@PostMapping("/public/post")
	String post() {
		return "posted";
	}

	@ExceptionHandler
	ResponseEntity<String> failed(IllegalStateException failure) {
		return ResponseEntity.status(409).body(failure.getMessage());
	}

}
