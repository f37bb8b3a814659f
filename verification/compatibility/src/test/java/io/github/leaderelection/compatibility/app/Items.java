package io.github.leaderelection.compatibility.app;

import org.springframework.data.jpa.repository.JpaRepository;

/**
 * Keeps items.
 */
interface Items extends JpaRepository<Item, Long> {

}
