CREATE TABLE customer (id BIGINT PRIMARY KEY, first_name VARCHAR(100), last_name VARCHAR(100));
INSERT INTO customer VALUES (1, 'Ada', 'Lovelace');
INSERT INTO customer VALUES (2, 'Grace', 'Hopper');
INSERT INTO customer VALUES (3, 'Edsger', 'Dijkstra');
CREATE TABLE contract (id BIGINT PRIMARY KEY, customer_id BIGINT, last_letter DATE);
INSERT INTO contract SELECT n, 1 + MOD(n, 3), NULL FROM UNNEST(SEQUENCE_ARRAY(1, 300, 1)) AS numbers (n);
