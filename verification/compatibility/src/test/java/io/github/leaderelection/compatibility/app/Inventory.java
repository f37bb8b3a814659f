package io.github.leaderelection.compatibility.app;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * A service with transactions, a cache, a schedule and work on other threads.
 */
@Service
class Inventory {

	private final Items items;

	private final AtomicInteger looks = new AtomicInteger();

	Inventory(Items items) {
		this.items = items;
	}

	@Transactional
	@CacheEvict(cacheNames = "names", allEntries = true)
	public void add(String name) {
		this.items.save(new Item(name));
	}

	@Transactional
	public void fail(String name) {
		this.items.save(new Item(name));
		throw new IllegalStateException("rolled back");
	}

	@Transactional(readOnly = true)
	@Cacheable("names")
	public List<String> names() {
		this.looks.incrementAndGet();
		return this.items.findAll().stream().map(Item::getName).sorted().toList();
	}

	@Async
	public CompletableFuture<String> elsewhere() {
		return CompletableFuture.completedFuture(Thread.currentThread().getName().replaceAll("\\d+", "n"));
	}

	@Scheduled(initialDelay = 3_600_000, fixedDelay = 3_600_000)
	void tidy() {
		this.items.count();
	}

	public int looks() {
		return this.looks.get();
	}

}
