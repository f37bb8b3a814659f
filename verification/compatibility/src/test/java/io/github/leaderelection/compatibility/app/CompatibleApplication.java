package io.github.leaderelection.compatibility.app;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.Customizer;
import org.springframework.security.web.SecurityFilterChain;

/**
 * An application with JPA, cache, Security, schedules, DevTools and Actuator.
 */
@SpringBootApplication
@EnableAsync
@EnableCaching
@EnableScheduling
public class CompatibleApplication {

	public static void main(String[] args) {
		SpringApplication.run(CompatibleApplication.class, args);
	}

	@Bean
	SecurityFilterChain applicationSecurity(HttpSecurity http) throws Exception {
		return http
			.authorizeHttpRequests(
					(requests) -> requests.requestMatchers("/public/**").permitAll().anyRequest().authenticated())
			.httpBasic(Customizer.withDefaults())
			.formLogin(Customizer.withDefaults())
			.build();
	}

}
